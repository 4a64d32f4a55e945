package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import org.jspecify.annotations.Nullable;

/**
 * A value as pages hold it: a reference the collector can see, some bytes only the application
 * understands, or both.
 */
record RawValue(boolean isTombstone, @Nullable ObjectRef reference, Bytes payload) {
  /** A removal that has not reached its leaf yet. */
  static final RawValue TOMBSTONE = new RawValue(true, null, Bytes.empty());

  RawValue(@Nullable ObjectRef reference, Bytes payload) {
    this(false, reference, payload);
  }
}
