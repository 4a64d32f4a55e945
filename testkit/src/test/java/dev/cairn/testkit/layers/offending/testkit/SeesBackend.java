package dev.cairn.testkit.layers.offending.testkit;

import dev.cairn.testkit.layers.offending.backend.one.SeesCore;

/** Main code but tools must not see a backend. */
public record SeesBackend(SeesCore backend) {}
