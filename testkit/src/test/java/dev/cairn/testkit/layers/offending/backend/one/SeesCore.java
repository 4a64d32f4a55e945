package dev.cairn.testkit.layers.offending.backend.one;

import dev.cairn.testkit.layers.offending.core.SeesBackend;

/** A backend must not see the engine. */
public record SeesCore(SeesBackend core) {}
