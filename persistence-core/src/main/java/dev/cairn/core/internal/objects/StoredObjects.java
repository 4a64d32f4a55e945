package dev.cairn.core.internal.objects;

import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.core.internal.codec.Envelope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stored form of immutable objects, for readers that continue past damage: each object is whole,
 * missing or damaged on its own.
 */
public final class StoredObjects {
  private final Backend backend;

  /** The objects in {@code backend}. */
  public StoredObjects(Backend backend) {
    this.backend = backend;
  }

  /** What a read found of an object. */
  public sealed interface Found {
    /**
     * The object is complete.
     *
     * @param envelope its content, joined from chunks, which are not among its references
     * @param bytes the size of the values of its rows
     */
    record Whole(Envelope envelope, long bytes) implements Found {}

    /** A strong read does not find it. */
    record Missing() implements Found {}

    /** The object's bytes are not those that were written, or chunks are missing. */
    record Damaged(String problem) implements Found {}

    /** The object can be read by a newer release only. */
    record Unsupported(String problem) implements Found {}

    /** What the exception {@code e} of a read says about the object. */
    static Found of(CairnException e) {
      String problem = String.valueOf(e.getMessage());
      return e instanceof UnsupportedFormatException
          ? new Unsupported(problem)
          : new Damaged(problem);
    }
  }

  /** Reads these objects in bulk. */
  public Map<ObjectRef, Found> find(Scope scope, Collection<ObjectRef> refs) {
    List<ObjectKey> keys = refs.stream().map(ref -> ref.in(scope)).toList();
    Map<ObjectKey, Row> rows = fetch(keys);
    Map<ObjectRef, Found> found = new LinkedHashMap<>();
    for (ObjectRef ref : refs) {
      ObjectKey key = ref.in(scope);
      found.put(ref, found(key, rows.get(key)));
    }
    return found;
  }

  private Found found(ObjectKey key, @Nullable Row row) {
    if (row == null) {
      return new Found.Missing();
    }
    if (row.problem.isPresent()) {
      return new Found.Damaged(row.problem.get());
    }
    try {
      return whole(key, row.row.orElseThrow());
    } catch (DamagedDataException | UnsupportedFormatException e) {
      return Found.of(e);
    }
  }

  private Found whole(ObjectKey key, ObjectRow row) {
    if (row.token().isPresent()) {
      throw new DamagedDataException("object " + key + " has a token as only updateable ones do");
    }
    Envelope envelope = Envelope.ofBytes(key, row.value());
    if (!(envelope.body() instanceof Envelope.Body.Chunks manifest)) {
      return new Found.Whole(envelope, row.value().length());
    }
    Map<ObjectKey, ObjectRow> chunks = new HashMap<>();
    long bytes = row.value().length();
    for (Map.Entry<ObjectKey, Row> chunk :
        fetch(Chunker.chunkKeys(key.scope(), manifest)).entrySet()) {
      chunk.getValue().problem.ifPresent(StoredObjects::throwDamaged);
      chunks.put(chunk.getKey(), chunk.getValue().row.orElseThrow());
      bytes += chunk.getValue().row.orElseThrow().value().length();
    }
    return new Found.Whole(withoutChunks(Chunker.join(key, manifest, chunks)), bytes);
  }

  private static Envelope withoutChunks(Envelope joined) {
    List<ObjectRef> others =
        joined.references().stream().filter(ref -> !ref.type().equals(Chunker.CHUNK_TYPE)).toList();
    return new Envelope(others, joined.name(), joined.previous(), joined.body());
  }

  private static void throwDamaged(String problem) {
    throw new DamagedDataException(problem);
  }

  /** A row, or why the backend cannot return it. */
  private record Row(Optional<ObjectRow> row, Optional<String> problem) {}

  // A weak read may find, only a strong one may deny.
  private Map<ObjectKey, Row> fetch(Collection<ObjectKey> keys) {
    Map<ObjectKey, Row> rows = new HashMap<>();
    List<ObjectKey> missing = List.copyOf(keys);
    for (ReadMode mode : List.of(ReadMode.WEAK, ReadMode.STRONG)) {
      if (!missing.isEmpty()) {
        fetch(missing, mode, rows);
        missing = missing.stream().filter(key -> !rows.containsKey(key)).toList();
      }
    }
    return rows;
  }

  private void fetch(List<ObjectKey> keys, ReadMode mode, Map<ObjectKey, Row> rows) {
    List<Optional<ObjectRow>> found = new ArrayList<>();
    try {
      found.addAll(backend.fetch(keys, mode));
    } catch (DamagedDataException e) {
      if (keys.size() == 1) {
        rows.put(
            keys.get(0), new Row(Optional.empty(), Optional.of(String.valueOf(e.getMessage()))));
        return;
      }
      // One damaged row fails a bulk read: reading each half separately leads to it.
      fetch(keys.subList(0, keys.size() / 2), mode, rows);
      fetch(keys.subList(keys.size() / 2, keys.size()), mode, rows);
    }
    for (Optional<ObjectRow> row : found) {
      row.ifPresent(there -> rows.put(there.key(), new Row(row, Optional.empty())));
    }
  }
}
