package dev.cairn.core.internal.codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Token;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Encodes typed values as envelopes and decodes them, with one Jackson configuration and at one
 * format level.
 */
public final class Codec {
  private final int level;
  private final ObjectMapper mapper = SmileConfiguration.newMapper();
  private final Map<Class<?>, ObjectReader> readers = new ConcurrentHashMap<>();
  private final Map<Class<?>, ObjectWriter> writers = new ConcurrentHashMap<>();

  /** Writes at {@code level}; reads every level this release knows. */
  public Codec(int level) {
    FormatLevel.checkReadable(level, "the codec");
    this.level = level;
  }

  /** The level this codec writes. */
  public int level() {
    return level;
  }

  /**
   * The stored form of an immutable value.
   *
   * @throws IllegalArgumentException if Jackson cannot write the value
   */
  public <T> Bytes encode(ObjectType<T> type, T value) {
    return new Envelope(
            List.copyOf(type.references(value)),
            Optional.empty(),
            Optional.empty(),
            new Envelope.Body.Value(toSmile(type, value)))
        .toBytes(level);
  }

  /**
   * The stored form of an updateable value.
   *
   * @param name the object's full name, if it has one
   * @param previous the token the object had before, if it was there
   * @throws IllegalArgumentException if Jackson cannot write the value, or if it references
   *     objects: garbage collection does not read updateable objects
   */
  public <T> Bytes encodeUpdateable(
      ObjectType<T> type, T value, Optional<String> name, Optional<Token> previous) {
    Collection<?> references = type.references(value);
    if (!references.isEmpty()) {
      throw new IllegalArgumentException(
          "a value of the updateable type %s references %s; only immutable objects may"
              .formatted(type.name(), references));
    }
    return new Envelope(List.of(), name, previous, new Envelope.Body.Value(toSmile(type, value)))
        .toBytes(level);
  }

  /**
   * The value in {@code envelope}, which was read from {@code key}.
   *
   * @throws DamagedDataException if it is not a value of {@code type}
   */
  public <T> T decode(ObjectType<T> type, ObjectKey key, Envelope envelope) {
    return ofSmile(type, key, decodeRaw(key, envelope));
  }

  /**
   * The raw bytes in {@code envelope}, which was read from {@code key}.
   *
   * @throws DamagedDataException if there are none
   */
  public Bytes decodeRaw(ObjectKey key, Envelope envelope) {
    if (envelope.body() instanceof Envelope.Body.Value value) {
      return value.bytes();
    }
    throw new DamagedDataException(
        "object " + key + " is a manifest of chunks where a value is expected");
  }

  /** The envelope of {@code chunkIds}, whose chunks have {@code length} bytes together. */
  public Bytes encodeChunks(int length, List<Long> chunkIds) {
    return new Envelope(
            List.of(),
            Optional.empty(),
            Optional.empty(),
            new Envelope.Body.Chunks(length, chunkIds))
        .toBytes(level);
  }

  /** The envelope of untyped bytes that are a part of a value. */
  public Bytes encodeRaw(Bytes bytes) {
    return Envelope.of(bytes).toBytes(level);
  }

  private <T> Bytes toSmile(ObjectType<T> type, T value) {
    ObjectWriter writer = writers.computeIfAbsent(type.valueClass(), mapper::writerFor);
    Collected smile = new Collected();
    try {
      writer.writeValue(smile, value);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "a value of type %s cannot be written as Smile: %s"
              .formatted(type.name(), e.getMessage()),
          e);
    }
    return smile.toBytes();
  }

  private <T> T ofSmile(ObjectType<T> type, ObjectKey key, Bytes bytes) {
    ObjectReader reader = readers.computeIfAbsent(type.valueClass(), mapper::readerFor);
    byte[] smile = bytes.toByteArray();
    T value;
    try {
      SmileGrammar.check(mapper.getFactory(), smile);
      value = reader.readValue(smile);
    } catch (IOException | RuntimeException e) {
      // Hostile bytes reach constructors of value classes, which may throw any exception.
      throw new DamagedDataException(
          "object %s does not hold a readable value of type %s: %s"
              .formatted(key, type.name(), e.getMessage()),
          e);
    }
    if (value == null) {
      throw new DamagedDataException("object " + key + " holds null instead of a value");
    }
    return value;
  }
}
