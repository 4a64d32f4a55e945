package dev.cairn.testkit.layers.offending.api;

import dev.cairn.testkit.layers.offending.core.SeesBackend;

/** The API must not see the engine. */
public record SeesCore(SeesBackend core) {}
