package dev.cairn.rules.offending.api.spi;

/** Something for others to see. */
public final class Spi {}
