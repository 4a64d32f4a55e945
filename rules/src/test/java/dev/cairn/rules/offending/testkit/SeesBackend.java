package dev.cairn.rules.offending.testkit;

import dev.cairn.rules.offending.backend.one.SeesCore;

/** Main code but tools must not see a backend. */
public record SeesBackend(SeesCore backend) {}
