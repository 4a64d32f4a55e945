package dev.cairn.rules.offending.testkit;

import dev.cairn.rules.offending.simulation.SeesTool;

/** The testkit is published, the simulation is not. */
public record SeesSimulation(SeesTool simulation) {}
