package dev.cairn.testkit.layers.offending.api;

import dev.cairn.testkit.layers.offending.api.spi.Spi;

/** The API must not see the SPI. */
public record SeesSpi(Spi spi) {}
