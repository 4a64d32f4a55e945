package dev.cairn.api.spi;

import java.util.OptionalLong;

/**
 * About how much is stored, as far as the database tells without a scan.
 *
 * @param objects how many object rows
 * @param references how many reference rows
 * @param bytes how many bytes they take
 */
public record SizeEstimate(OptionalLong objects, OptionalLong references, OptionalLong bytes) {}
