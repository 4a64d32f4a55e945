package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.objects.EncodedObject;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.List;

/**
 * A value that is put with the ID of another object.
 *
 * <p>The key does not identify the value, as a new ID does: other commits, also of other processes,
 * may derive a value of this type from the same object. Rows are written once, so all of them have
 * to be the same.
 */
final class DerivedObjects {
  private final ImmutableObjects objects;
  private final ObjectRef ref;
  private final Object value;
  private final Bytes encoded;

  DerivedObjects(ImmutableObjects objects, ObjectRef ref, Object value) {
    this.objects = objects;
    this.ref = ref;
    this.value = value;
    this.encoded = objects.encode(value);
  }

  /**
   * Refuses an object of the same type, and one whose ID looks old to a collection, which deletes
   * rows by their keys.
   */
  void checkSource(ObjectRef of, boolean isYoung) {
    if (of.type().equals(ref.type())) {
      throw new IllegalArgumentException(
          "a derived object has another type than %s; put it as a new object".formatted(of));
    }
    if (!isYoung) {
      throw new IllegalArgumentException(
          "%s cannot be put for %s, which is older than half the collection grace (cairn.gc.grace); put it as a new object, or copy both"
              .formatted(ref.type(), of));
    }
  }

  /** Refuses a value that differs from {@code other}, the envelope of one that will be stored. */
  void checkSame(Bytes other) {
    checkSameValue(valueOf(other));
  }

  private void checkSameValue(Bytes other) {
    if (!other.equals(valueOf(encoded))) {
      throw new IllegalArgumentException(
          "the object %s exists with another value; a derived value depends on its object alone"
              .formatted(ref));
    }
  }

  private Bytes valueOf(Bytes envelope) {
    return valueOf(Envelope.ofBytes(ref.in(objects.scope()), envelope));
  }

  private Bytes valueOf(Envelope envelope) {
    return objects.rawValue(ref, envelope);
  }

  /** The object, where this commit alone knows its ID. */
  EncodedObject ofNew() {
    return objects.encoded(ref, value, encoded);
  }

  /**
   * The object, where others may have stored it. Chunks have new IDs, so two processes would write
   * different rows for equal values.
   */
  EncodedObject ofStored() {
    Envelope found = objects.envelopes(List.of(ref)).get(ref);
    if (found != null) {
      checkSameValue(valueOf(found));
      List<ObjectRef> chunks =
          found.references().stream().filter(ImmutableObjects::isChunk).toList();
      return new EncodedObject(ref, value, encoded, objects.references(value), chunks, List.of());
    }
    EncodedObject object = ofNew();
    if (!object.chunks().isEmpty()) {
      throw new ValueTooLargeException(
          "the value of %s does not fit into a row; put it in the commit that puts its object"
              .formatted(ref));
    }
    return object;
  }
}
