package dev.cairn.iceberg.metadata;

import dev.cairn.api.ObjectRef;

/** Stores new objects of managed metadata. */
@FunctionalInterface
public interface MetadataSink {
  /** Stores {@code value} as a new object; other objects may refer to it from now on. */
  ObjectRef put(Object value);
}
