package dev.cairn.core.internal.objects;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.core.internal.codec.Envelope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stored form of objects of any scope and type, for operators that inspect a database. */
public final class RawObjects {
  private final Backend backend;

  /** The objects in {@code backend}. */
  public RawObjects(Backend backend) {
    this.backend = backend;
  }

  /**
   * An object.
   *
   * @param row its own row
   * @param envelope its content, joined from chunks
   * @param chunks the number of its chunks; 0 if its own row holds all of it
   */
  public record RawObject(ObjectRow row, Envelope envelope, int chunks) {
    /** The value, in the form of its type. */
    public Bytes value() {
      if (envelope.body() instanceof Envelope.Body.Value value) {
        return value.bytes();
      }
      throw new DamagedDataException(
          "object %s is a manifest inside of chunks".formatted(row.key()));
    }
  }

  /** The row of {@code key}, read strongly. */
  public Optional<ObjectRow> findRow(ObjectKey key) {
    return backend.fetch(List.of(key), ReadMode.STRONG).get(0);
  }

  /**
   * The object {@code key}, read strongly.
   *
   * @throws DamagedDataException if it is damaged, or lost a chunk
   */
  public Optional<RawObject> find(ObjectKey key) {
    return findRow(key).map(this::whole);
  }

  private RawObject whole(ObjectRow row) {
    Envelope envelope = Envelope.ofBytes(row.key(), row.value());
    if (envelope.body() instanceof Envelope.Body.Chunks manifest) {
      Map<ObjectKey, ObjectRow> chunks = new HashMap<>();
      backend
          .fetch(Chunker.chunkKeys(row.key().scope(), manifest), ReadMode.STRONG)
          .forEach(found -> found.ifPresent(chunk -> chunks.put(chunk.key(), chunk)));
      return new RawObject(
          row, Chunker.join(row.key(), manifest, chunks), manifest.chunkIds().size());
    }
    return new RawObject(row, envelope, 0);
  }
}
