package dev.cairn.rules.offending.simulation;

import dev.cairn.rules.offending.cli.Tool;

/** The simulation must not see what stands above it. */
public record SeesTool(Tool tool) {}
