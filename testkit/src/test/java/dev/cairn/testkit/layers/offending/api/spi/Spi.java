package dev.cairn.testkit.layers.offending.api.spi;

/** Something for others to see. */
public final class Spi {}
