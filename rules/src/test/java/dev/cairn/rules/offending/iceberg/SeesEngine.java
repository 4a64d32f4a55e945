package dev.cairn.rules.offending.iceberg;

import dev.cairn.rules.offending.core.SeesBackend;

/** The Iceberg catalog must not see the engine. */
public record SeesEngine(SeesBackend engine) {}
