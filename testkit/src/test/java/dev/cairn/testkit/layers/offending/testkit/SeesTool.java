package dev.cairn.testkit.layers.offending.testkit;

import dev.cairn.testkit.layers.offending.cli.Tool;

/** The testkit must not see what stands above it. */
public record SeesTool(Tool tool) {}
