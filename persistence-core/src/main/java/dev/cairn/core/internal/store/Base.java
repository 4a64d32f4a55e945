package dev.cairn.core.internal.store;

import dev.cairn.api.spi.ReferenceRow;
import org.jspecify.annotations.Nullable;

/**
 * Starting point of an attempt.
 *
 * @param row the reference's row; null if there is none, or a tombstone
 * @param shownFor the last submission before the begin of a strong read that found this row; 0 if
 *     the row is only remembered
 * @param seenMicros a moment at which the row was current
 */
record Base(@Nullable ReferenceRow row, long shownFor, long seenMicros) {}
