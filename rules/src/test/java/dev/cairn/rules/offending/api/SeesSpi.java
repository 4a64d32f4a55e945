package dev.cairn.rules.offending.api;

import dev.cairn.rules.offending.api.spi.Spi;

/** The API must not see the SPI. */
public record SeesSpi(Spi spi) {}
