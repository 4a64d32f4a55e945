package dev.cairn.rules.offending.core.internal;

/** Stands for a part of the engine. */
public record EnginePart() {}
