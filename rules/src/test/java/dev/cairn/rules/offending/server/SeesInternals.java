package dev.cairn.rules.offending.server;

import dev.cairn.rules.offending.core.internal.EnginePart;

/** An application must not see the engine's parts. */
public record SeesInternals(EnginePart part) {}
