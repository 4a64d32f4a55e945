package dev.cairn.testkit.layers.offending.cli;

/** Stands for what operators run. */
public record Tool() {}
