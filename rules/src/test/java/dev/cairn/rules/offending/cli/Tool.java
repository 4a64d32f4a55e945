package dev.cairn.rules.offending.cli;

/** Stands for what operators run. */
public record Tool() {}
