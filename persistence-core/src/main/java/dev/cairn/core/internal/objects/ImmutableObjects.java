package dev.cairn.core.internal.objects;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.runtime.Environment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The typed immutable objects of one scope: written once, under new IDs, in bulk.
 *
 * <p>Values have up to 64 MB (2 MB on a backend with the smallest permitted rows); a value that
 * does not fit into a row is split into chunks, and read as a whole. Nothing is cached here.
 */
public final class ImmutableObjects {
  /** The type of the parts of objects that are too large for a row. */
  public static final String CHUNK_TYPE = "cairn.chunk";

  private final Backend backend;
  private final Codec codec;
  private final ObjectTypes types;
  private final Scope scope;
  private final LongSupplier ids;
  private final Environment environment;
  private final Chunker chunker;
  private final EncodedSizes sizes = new EncodedSizes();

  /** The objects of {@code scope}, with new IDs from {@code ids}. */
  public ImmutableObjects(
      Backend backend,
      Codec codec,
      ObjectTypes types,
      Scope scope,
      LongSupplier ids,
      Environment environment) {
    this.backend = backend;
    this.codec = codec;
    this.types = types;
    this.scope = scope;
    this.ids = ids;
    this.environment = environment;
    this.chunker = new Chunker(codec, ids, backend.limits().maxValueBytes());
  }

  /** The scope of the objects. */
  public Scope scope() {
    return scope;
  }

  /**
   * Stores {@code values} under new IDs with one bulk write; returns their refs in the same order.
   */
  public List<ObjectRef> putAll(Collection<?> values) {
    List<EncodedObject> objects = values.stream().map(this::encodeNew).toList();
    writeAll(objects);
    return objects.stream().map(EncodedObject::ref).toList();
  }

  /** Writes {@code objects} with one bulk write. */
  public void writeAll(List<EncodedObject> objects) {
    List<ObjectRow> rows = new ArrayList<>();
    objects.forEach(each -> rows.addAll(each.rows()));
    backend.write(rows);
  }

  /** {@code value} as a new object. */
  public EncodedObject encodeNew(Object value) {
    return encoded(new ObjectRef(typeOf(value).name(), ids.getAsLong()), value, encode(value));
  }

  /**
   * The object {@code ref} with {@code value}.
   *
   * @param bytes the result of {@link #encode}
   */
  public EncodedObject encoded(ObjectRef ref, Object value, Bytes bytes) {
    List<ObjectRow> rows = toRows(ref, bytes);
    List<ObjectRef> chunks =
        rows.stream()
            .limit(rows.size() - 1)
            .map(row -> new ObjectRef(CHUNK_TYPE, row.key().id().toLong()))
            .toList();
    return new EncodedObject(ref, value, bytes, references(value), chunks, rows);
  }

  /** The objects that {@code value} refers to. */
  @SuppressWarnings("unchecked") // typeOf returns the type of the value's own class
  public List<ObjectRef> references(Object value) {
    return List.copyOf(((ObjectType<Object>) typeOf(value)).references(value));
  }

  /** Stores {@code value} under a new ID. */
  public ObjectRef put(Object value) {
    return putAll(List.of(value)).get(0);
  }

  /**
   * The rows that store {@code value} as {@code ref}, for callers that write several objects at
   * once, or derive an object from another and give it the same ID. The object's own row is the
   * last.
   *
   * @throws dev.cairn.api.ValueTooLargeException if it is too large even in chunks
   */
  public List<ObjectRow> toRows(ObjectRef ref, Object value) {
    String type = typeOf(value).name();
    if (!type.equals(ref.type())) {
      throw new IllegalArgumentException(
          "a value of type %s cannot be stored as %s".formatted(type, ref));
    }
    return toRows(ref, encode(value));
  }

  /** The rows that store the result of {@link #encode} as {@code ref}. */
  public List<ObjectRow> toRows(ObjectRef ref, Bytes encoded) {
    return chunker.split(ref.in(scope), encoded, environment.nowMicros());
  }

  /** The rows that store {@code bytes}, which have no type that Jackson knows, as {@code ref}. */
  public List<ObjectRow> toRawRows(ObjectRef ref, Bytes bytes) {
    return toRows(ref, codec.encodeRaw(bytes));
  }

  /** The stored form of {@code value}; equal values have the same bytes. */
  @SuppressWarnings("unchecked") // typeOf returns the type of the value's own class
  public Bytes encode(Object value) {
    ObjectType<Object> type = (ObjectType<Object>) typeOf(value);
    Bytes encoded = codec.encode(type, value);
    sizes.note(type.name(), encoded.length());
    return encoded;
  }

  /** How many bytes the next value of {@code type} may have; 0 if none was encoded yet. */
  public int expectedBytes(ObjectType<?> type) {
    return sizes.expected(type.name());
  }

  /**
   * The type of {@code value}, an immutable one.
   *
   * @throws dev.cairn.api.ConfigurationException if no type is registered for its class
   */
  public ObjectType<?> typeOf(Object value) {
    return checkImmutable(types.forClass(value.getClass()));
  }

  private static <T> ObjectType<T> checkImmutable(ObjectType<T> type) {
    if (type.updateable()) {
      throw new IllegalArgumentException(
          "type %s is updateable and cannot be stored as an immutable object"
              .formatted(type.name()));
    }
    return type;
  }

  /**
   * The objects with {@code ids}, in the same order, by one bulk read (and one more for objects
   * that the first did not find, and one for chunks).
   *
   * @throws DamagedDataException if one of them, or a chunk of it, is damaged
   */
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<Long> ids) {
    return loadAll(valueClass, ids).stream().map(found -> found.map(Loaded::value)).toList();
  }

  /** Like {@link #findAll}, with what a cache needs to know of each object. */
  public <T> List<Optional<Loaded<T>>> loadAll(Class<T> valueClass, List<Long> ids) {
    return loadAll(valueClass, ids, Lost.DAMAGE);
  }

  /** The same, but one that has lost a chunk is missing. */
  public <T> List<Optional<Loaded<T>>> loadWhole(Class<T> valueClass, List<Long> ids) {
    return loadAll(valueClass, ids, Lost.MISSING);
  }

  private <T> List<Optional<Loaded<T>>> loadAll(Class<T> valueClass, List<Long> ids, Lost lost) {
    ObjectType<T> type = checkImmutable(types.forClass(valueClass));
    List<ObjectKey> keys =
        ids.stream().map(id -> new ObjectRef(type.name(), id).in(scope)).toList();
    Map<ObjectKey, Envelope> found = joinChunks(fetchEnvelopes(keys), lost);
    return keys.stream()
        .map(
            key -> Optional.ofNullable(found.get(key)).map(envelope -> loaded(type, key, envelope)))
        .toList();
  }

  private <T> Loaded<T> loaded(ObjectType<T> type, ObjectKey key, Envelope envelope) {
    T value = codec.decode(type, key, envelope);
    return new Loaded<>(value, envelope.references(), codec.decodeRaw(key, envelope).length());
  }

  /** The bytes that {@link #toRawRows} stored, by ID; the result leaves out missing ones. */
  public Map<Long, Bytes> loadRaw(String type, Collection<Long> ids) {
    List<ObjectKey> keys = ids.stream().map(id -> new ObjectRef(type, id).in(scope)).toList();
    Map<Long, Bytes> found = new HashMap<>();
    joinChunks(fetchEnvelopes(keys), Lost.DAMAGE)
        .forEach((key, envelope) -> found.put(key.id().toLong(), codec.decodeRaw(key, envelope)));
    return found;
  }

  /** The bytes that {@link #toRawRows} stored as {@code ref}, from its envelope. */
  public Bytes rawValue(ObjectRef ref, Envelope envelope) {
    return codec.decodeRaw(ref.in(scope), envelope);
  }

  /** The object with {@code id}, if there is one. */
  public <T> Optional<T> find(Class<T> valueClass, long id) {
    return findAll(valueClass, List.of(id)).get(0);
  }

  /**
   * The object with {@code id}.
   *
   * @throws ObjectNotFoundException if there is none
   */
  public <T> T get(Class<T> valueClass, long id) {
    return find(valueClass, id)
        .orElseThrow(
            () ->
                new ObjectNotFoundException(
                    "there is no object %s in %s"
                        .formatted(new ObjectRef(types.forClass(valueClass).name(), id), scope)));
  }

  /**
   * The references of each object, chunks included, whatever its type; the result leaves out
   * missing objects.
   */
  public Map<ObjectRef, List<ObjectRef>> references(Collection<ObjectRef> refs) {
    Map<ObjectRef, List<ObjectRef>> references = new HashMap<>();
    envelopes(refs).forEach((ref, envelope) -> references.put(ref, envelope.references()));
    return references;
  }

  /**
   * The envelope of each object, whatever its type, joined from its chunks, which are among its
   * references; the result leaves out missing objects.
   */
  public Map<ObjectRef, Envelope> envelopes(Collection<ObjectRef> refs) {
    return envelopes(refs, Lost.DAMAGE);
  }

  /** The same, but one that has lost a chunk is missing. */
  public Map<ObjectRef, Envelope> wholeEnvelopes(Collection<ObjectRef> refs) {
    return envelopes(refs, Lost.MISSING);
  }

  private Map<ObjectRef, Envelope> envelopes(Collection<ObjectRef> refs, Lost lost) {
    List<ObjectKey> keys = refs.stream().map(ref -> ref.in(scope)).toList();
    Map<ObjectRef, Envelope> envelopes = new HashMap<>();
    joinChunks(fetchEnvelopes(keys), lost)
        .forEach(
            (key, envelope) ->
                envelopes.put(new ObjectRef(key.type(), key.id().toLong()), envelope));
    return envelopes;
  }

  /** Whether {@code ref} is a chunk of an object that was too large for a row. */
  public static boolean isChunk(ObjectRef ref) {
    return ref.type().equals(CHUNK_TYPE);
  }

  private Map<ObjectKey, Envelope> fetchEnvelopes(Collection<ObjectKey> keys) {
    Map<ObjectKey, Envelope> envelopes = new HashMap<>();
    fetchRows(keys).forEach((key, row) -> envelopes.put(key, Envelope.ofBytes(key, row.value())));
    return envelopes;
  }

  /**
   * How to treat an object that has lost a chunk. A sweep deletes chunks before objects, so when
   * many objects are read at once, some that are no longer needed may be in this state.
   */
  private enum Lost {
    DAMAGE,
    MISSING
  }

  private Map<ObjectKey, Envelope> joinChunks(Map<ObjectKey, Envelope> envelopes, Lost lost) {
    Map<ObjectKey, Envelope.Body.Chunks> manifests = new HashMap<>();
    Set<ObjectKey> chunkKeys = new LinkedHashSet<>();
    envelopes.forEach(
        (key, envelope) -> {
          if (envelope.body() instanceof Envelope.Body.Chunks chunks) {
            manifests.put(key, chunks);
            chunkKeys.addAll(Chunker.chunkKeys(scope, chunks));
          }
        });
    if (manifests.isEmpty()) {
      return envelopes;
    }
    Map<ObjectKey, ObjectRow> chunks = fetchRows(chunkKeys);
    Map<ObjectKey, Envelope> whole = new HashMap<>(envelopes);
    manifests.forEach(
        (key, manifest) -> {
          if (lost == Lost.MISSING
              && !chunks.keySet().containsAll(Chunker.chunkKeys(scope, manifest))) {
            whole.remove(key);
          } else {
            whole.put(key, Chunker.join(key, manifest, chunks));
          }
        });
    return whole;
  }

  // A weak read may find, only a strong one may deny.
  private Map<ObjectKey, ObjectRow> fetchRows(Collection<ObjectKey> keys) {
    Map<ObjectKey, ObjectRow> rows = new HashMap<>();
    Set<ObjectKey> missing = new LinkedHashSet<>(keys);
    for (ReadMode mode : List.of(ReadMode.WEAK, ReadMode.STRONG)) {
      if (!missing.isEmpty()) {
        for (Optional<ObjectRow> row : backend.fetch(List.copyOf(missing), mode)) {
          row.ifPresent(found -> rows.put(found.key(), found));
        }
        missing.removeAll(rows.keySet());
      }
    }
    return rows;
  }
}
