package dev.cairn.benchmarks.compare;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.benchmarks.IndexSize;
import dev.cairn.benchmarks.IndexWorkload;
import dev.cairn.core.Cairn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store of Cairn, with default settings. */
final class CairnSubject implements Subject {
  static final String REFERENCE = "main";
  private static final String INDEX = "tables";

  /** With more keys, keys that are loaded together share a value, to fit into the heap. */
  private static final int MOST_VALUES = 1_000_000;

  private static final Bytes WAREHOUSE = Key.of("warehouse");

  private final CairnStorage storage;
  private final Cairn cairn;
  private final Store store;
  private List<Integer> loaded = List.of();

  CairnSubject(CairnStorage storage) {
    this.storage = storage;
    this.cairn = storage.connect();
    this.store = cairn.store(CairnStorage.SCOPE);
    if (store.findReference(REFERENCE).isEmpty()) {
      var unused = store.createReference(REFERENCE);
    }
  }

  @Override
  public Subject another() {
    return new CairnSubject(storage);
  }

  Store opened() {
    return store;
  }

  Cairn cairn() {
    return cairn;
  }

  private static Bytes key(int number) {
    return Key.of(IndexWorkload.name(number).toArray(String[]::new));
  }

  /** Puts a key to a new value, and returns {@code result}. */
  static <R> Change<R> change(int number, byte[] value, R result) {
    Bytes key = key(number);
    CairnStorage.Value object = new CairnStorage.Value(Bytes.wrap(value));
    return workspace -> {
      workspace.index(INDEX).put(key, workspace.put(object));
      workspace.message("update");
      return result;
    };
  }

  @Override
  public void load(List<Integer> numbers, DistinctValues values) {
    loaded = numbers;
    boolean shared = numbers.size() > MOST_VALUES;
    for (int from = 0; from < numbers.size(); from += KEYS_PER_LOADING_COMMIT) {
      List<Integer> some =
          numbers.subList(from, Math.min(numbers.size(), from + KEYS_PER_LOADING_COMMIT));
      var unused =
          store.commit(
              REFERENCE,
              workspace -> {
                ObjectRef value = workspace.put(value(values));
                for (int number : some) {
                  workspace
                      .index(INDEX)
                      .put(key(number), shared ? value : workspace.put(value(values)));
                }
                return some.size();
              });
    }
  }

  private static CairnStorage.Value value(DistinctValues values) {
    return new CairnStorage.Value(Bytes.wrap(values.next(DistinctValues.SMALL)));
  }

  @Override
  public boolean commit(int number, byte[] value) {
    try {
      var unused = store.commit(REFERENCE, change(number, value, number));
      return true;
    } catch (CommitConflictException | StoreBusyException e) {
      return false;
    }
  }

  @Override
  public int lookUp(int number) {
    return store
        .current(REFERENCE)
        .find(CairnStorage.Value.class, INDEX, key(number))
        .orElseThrow(() -> new IllegalStateException("a key is missing: " + number))
        .data()
        .length();
  }

  @Override
  public long list() {
    IndexCursor<ObjectRef> cursor = store.current(REFERENCE).index(INDEX).list(IndexRange.all());
    long listed = 0;
    while (cursor.next()) {
      listed += cursor.key().length() > 0 && cursor.value().id() > 0 ? 1 : 0;
    }
    return listed;
  }

  @Override
  public long listLevel() {
    IndexCursor<ObjectRef> cursor =
        store.current(REFERENCE).index(INDEX).list(IndexRange.prefix(WAREHOUSE));
    long listed = 0;
    while (cursor.next()) {
      listed++;
      cursor.skipPast(Key.firstElements(cursor.key(), 2));
    }
    return listed;
  }

  @Override
  public List<?> store(List<byte[]> values) {
    List<CairnStorage.Value> objects = new ArrayList<>();
    for (byte[] value : values) {
      objects.add(new CairnStorage.Value(Bytes.wrap(value)));
    }
    return store.putAll(objects);
  }

  @Override
  public long fetch(List<?> handles) {
    List<ObjectRef> refs = new ArrayList<>();
    for (Object handle : handles) {
      refs.add((ObjectRef) handle);
    }
    long length = 0;
    for (Optional<CairnStorage.Value> found : store.findAll(CairnStorage.Value.class, refs)) {
      length += found.orElseThrow().data().length();
    }
    return length;
  }

  @Override
  public long indexBytes() {
    return IndexSize.of(loaded, KEYS_PER_LOADING_COMMIT);
  }

  @Override
  public Costs costs() {
    return storage.costs();
  }

  @Override
  public void close() {
    store.close();
    cairn.close();
    storage.close();
  }
}
