package dev.cairn.rules.offending.api;

import dev.cairn.rules.offending.core.SeesBackend;

/** The API must not see the engine. */
public record SeesCore(SeesBackend core) {}
