package dev.cairn.core.internal.objects;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Splits values that are too large for a row into chunks and a manifest, and joins them again.
 *
 * <p>It splits the whole envelope, so any number of references never makes a row too large. The
 * manifest takes the object's place; it names the chunks, which keeps them from being collected.
 */
final class Chunker {
  /** The type of chunk objects. */
  static final String CHUNK_TYPE = ImmutableObjects.CHUNK_TYPE;

  // What an envelope adds to a chunk or a list of chunks: header, tags, lengths.
  private static final int ENVELOPE_BYTES = 32;

  private final Codec codec;
  private final LongSupplier ids;
  private final int maxValueBytes;

  Chunker(Codec codec, LongSupplier ids, int maxValueBytes) {
    this.codec = codec;
    this.ids = ids;
    this.maxValueBytes = maxValueBytes;
  }

  /** The rows that hold {@code stored} as the object {@code key}, its own row last. */
  List<ObjectRow> split(ObjectKey key, Bytes stored, long createdAtMicros) {
    int chunkBytes = maxValueBytes - ENVELOPE_BYTES;
    // The manifest must fit into a row as well.
    long most = Math.min(Envelope.MAX_BYTES, (long) chunkBytes * (chunkBytes / Long.BYTES));
    if (stored.length() > most) {
      throw new ValueTooLargeException(
          "object %s has %d bytes; this backend can store at most %d"
              .formatted(key, stored.length(), most));
    }
    if (stored.length() <= maxValueBytes) {
      return List.of(ObjectRow.immutable(key, stored, createdAtMicros));
    }
    List<ObjectRow> rows = new ArrayList<>();
    List<Long> chunkIds = new ArrayList<>();
    for (int from = 0; from < stored.length(); from += chunkBytes) {
      Bytes chunk = stored.slice(from, Math.min(stored.length(), from + chunkBytes));
      long chunkId = ids.getAsLong();
      chunkIds.add(chunkId);
      ObjectKey chunkKey = chunkKey(key.scope(), chunkId);
      rows.add(ObjectRow.immutable(chunkKey, codec.encodeRaw(chunk), createdAtMicros));
    }
    Bytes manifest = codec.encodeChunks(stored.length(), chunkIds);
    rows.add(ObjectRow.immutable(key, manifest, createdAtMicros));
    return rows;
  }

  /** The keys of the chunks that {@code manifest} lists. */
  static List<ObjectKey> chunkKeys(Scope scope, Envelope.Body.Chunks manifest) {
    return manifest.chunkIds().stream().map(id -> chunkKey(scope, id)).toList();
  }

  private static ObjectKey chunkKey(Scope scope, long id) {
    return new ObjectRef(CHUNK_TYPE, id).in(scope);
  }

  /**
   * The envelope that {@link #split} was given, from the manifest of {@code key} and the chunks
   * that were found. Its references include the chunks.
   */
  static Envelope join(
      ObjectKey key, Envelope.Body.Chunks manifest, Map<ObjectKey, ObjectRow> chunks) {
    List<Bytes> parts = new ArrayList<>();
    long length = 0;
    for (ObjectKey chunkKey : chunkKeys(key.scope(), manifest)) {
      ObjectRow row = chunks.get(chunkKey);
      if (row == null) {
        throw new DamagedDataException("object " + key + " has lost its chunk " + chunkKey);
      }
      Bytes part = chunkBytes(key, chunkKey, row);
      parts.add(part);
      length += part.length();
    }
    if (length != manifest.length()) {
      throw new DamagedDataException(
          "object %s has %d bytes in its chunks instead of %d"
              .formatted(key, length, manifest.length()));
    }
    byte[] whole = new byte[(int) length];
    int at = 0;
    for (Bytes part : parts) {
      part.copyTo(whole, at);
      at += part.length();
    }
    return withChunks(manifest, Envelope.ofBytes(key, Bytes.wrap(whole)));
  }

  private static Envelope withChunks(Envelope.Body.Chunks manifest, Envelope envelope) {
    List<ObjectRef> references = new ArrayList<>(envelope.references());
    manifest.chunkIds().forEach(id -> references.add(new ObjectRef(CHUNK_TYPE, id)));
    return new Envelope(references, envelope.name(), envelope.previous(), envelope.body());
  }

  private static Bytes chunkBytes(ObjectKey key, ObjectKey chunkKey, ObjectRow row) {
    try {
      if (Envelope.ofBytes(chunkKey, row.value()).body() instanceof Envelope.Body.Value value) {
        return value.bytes();
      }
    } catch (DamagedDataException e) {
      throw new DamagedDataException(
          "object " + key + " has a damaged chunk: " + e.getMessage(), e);
    }
    throw new DamagedDataException("object " + key + " has a damaged chunk " + chunkKey);
  }
}
