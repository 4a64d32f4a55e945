package dev.cairn.testkit.layers.offending.backend.two;

import dev.cairn.testkit.layers.offending.backend.one.SeesCore;

/** A backend must not see another. */
public record SeesOtherBackend(SeesCore other) {}
