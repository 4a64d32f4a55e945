package dev.cairn.rules.offending.core;

import dev.cairn.rules.offending.backend.one.SeesCore;

/** The engine must not see a backend. */
public record SeesBackend(SeesCore backend) {}
