package dev.cairn.core.store;

import dev.cairn.api.spi.ReferenceRow;
import org.jspecify.annotations.Nullable;

/**
 * Where an attempt starts from.
 *
 * @param row the reference's row; null if there is none, or a tombstone
 * @param shownFor the last submission to which a strong observation of the row, begun after it, has
 *     shown this row; 0 if it is only remembered
 * @param seenMicros a moment at which the row was current
 */
record Base(@Nullable ReferenceRow row, long shownFor, long seenMicros) {}
