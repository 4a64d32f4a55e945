package dev.cairn.rules.offending.iceberg.server;

import dev.cairn.rules.offending.testkit.SeesTool;

/** The server must not see the testkit. */
public record SeesTestkit(SeesTool testkit) {}
