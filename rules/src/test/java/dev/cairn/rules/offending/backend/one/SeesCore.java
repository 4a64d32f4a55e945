package dev.cairn.rules.offending.backend.one;

import dev.cairn.rules.offending.core.SeesBackend;

/** A backend must not see the engine. */
public record SeesCore(SeesBackend core) {}
