/**
 * Meters for operators, through Micrometer.
 *
 * <p>Meters are called {@code cairn.<area>.<operation>} and have the tags {@code backend} and
 * {@code outcome}. {@link dev.cairn.core.internal.metrics.IdMeters} has the meters of IDs and node
 * leases.
 */
@NullMarked
package dev.cairn.core.internal.metrics;

import org.jspecify.annotations.NullMarked;
