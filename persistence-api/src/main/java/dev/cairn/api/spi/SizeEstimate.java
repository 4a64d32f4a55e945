package dev.cairn.api.spi;

import java.util.OptionalLong;

/**
 * An estimate of the stored data, as far as the database provides it without a scan.
 *
 * @param objects the number of object rows
 * @param references the number of reference rows
 * @param bytes their total size in bytes
 */
public record SizeEstimate(OptionalLong objects, OptionalLong references, OptionalLong bytes) {}
