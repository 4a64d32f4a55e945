/**
 * What operators count, through Micrometer.
 *
 * <p>Meters are called {@code cairn.<area>.<operation>} and have the tags {@code backend} and
 * {@code outcome}. {@link dev.cairn.core.metrics.IdMeters} has those of IDs and node leases.
 */
@NullMarked
package dev.cairn.core.metrics;

import org.jspecify.annotations.NullMarked;
