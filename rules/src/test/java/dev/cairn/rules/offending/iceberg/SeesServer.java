package dev.cairn.rules.offending.iceberg;

import dev.cairn.rules.offending.iceberg.server.SeesTestkit;

/** The Iceberg catalog must not see its server. */
public record SeesServer(SeesTestkit server) {}
