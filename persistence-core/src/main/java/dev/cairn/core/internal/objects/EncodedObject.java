package dev.cairn.core.internal.objects;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.spi.ObjectRow;
import java.util.ArrayList;
import java.util.List;

/**
 * A new object in its stored form, ready to be written.
 *
 * @param encoded its envelope
 * @param needs the objects its value refers to
 * @param chunks the parts of it that have rows of their own
 * @param rows its rows, its own row last; empty if they are written
 */
public record EncodedObject(
    ObjectRef ref,
    Object value,
    Bytes encoded,
    List<ObjectRef> needs,
    List<ObjectRef> chunks,
    List<ObjectRow> rows) {
  /** The newest ID of its rows. */
  public long newestId() {
    long newest = ref.id();
    for (ObjectRef chunk : chunks) {
      newest = Math.max(newest, chunk.id());
    }
    return newest;
  }

  /** The object as a read of it would return it. */
  public Loaded<?> loaded() {
    if (chunks.isEmpty()) {
      return new Loaded<>(value, needs, encoded.length());
    }
    List<ObjectRef> references = new ArrayList<>(needs);
    references.addAll(chunks);
    return new Loaded<>(value, List.copyOf(references), encoded.length());
  }

  /** The same when its rows are written. */
  public EncodedObject written() {
    return new EncodedObject(ref, value, encoded, needs, chunks, List.of());
  }
}
