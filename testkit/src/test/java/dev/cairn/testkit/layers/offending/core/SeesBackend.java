package dev.cairn.testkit.layers.offending.core;

import dev.cairn.testkit.layers.offending.backend.one.SeesCore;

/** The engine must not see a backend. */
public record SeesBackend(SeesCore backend) {}
