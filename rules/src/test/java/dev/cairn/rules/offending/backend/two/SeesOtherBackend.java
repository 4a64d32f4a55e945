package dev.cairn.rules.offending.backend.two;

import dev.cairn.rules.offending.backend.one.SeesCore;

/** A backend must not see another. */
public record SeesOtherBackend(SeesCore other) {}
