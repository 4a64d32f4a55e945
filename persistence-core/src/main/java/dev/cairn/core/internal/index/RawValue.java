package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import org.jspecify.annotations.Nullable;

/**
 * The form of a value in pages: a reference that garbage collection can follow, bytes that only the
 * application understands, or both.
 */
record RawValue(boolean isTombstone, @Nullable ObjectRef reference, Bytes payload) {
  /** A removal that has not reached its leaf yet. */
  static final RawValue TOMBSTONE = new RawValue(true, null, Bytes.empty());

  RawValue(@Nullable ObjectRef reference, Bytes payload) {
    this(false, reference, payload);
  }
}
