package dev.cairn.rules.offending.testkit;

import dev.cairn.rules.offending.cli.Tool;

/** The testkit must not see what stands above it. */
public record SeesTool(Tool tool) {}
