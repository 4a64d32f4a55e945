package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A store with some keys, and the operations of the benchmarks. */
final class StoreWorkload implements AutoCloseable {
  private static final int KEYS_PER_LOADING_COMMIT = 1_000;
  private static final int VALUE_LENGTH = 100;

  /** The value under a key. */
  record Entity(String text) {}

  private record EntityType(String name, Class<Entity> valueClass) implements ObjectType<Entity> {}

  /** Which store to open. */
  record Settings(Map<String, String> values) {
    private static final String DIRECTORY = "cairn.rocksdb.path";

    /** A new directory below the given one, if stores of this kind are on disk. */
    Optional<Scratch> scratch() {
      return Optional.ofNullable(values.get(DIRECTORY)).map(path -> Scratch.below(Path.of(path)));
    }

    Settings in(Scratch scratch) {
      Map<String, String> changed = new TreeMap<>(values);
      changed.put(DIRECTORY, scratch.path().resolve("store").toString());
      return new Settings(changed);
    }

    static Settings of(List<String> args) {
      Map<String, String> values = new TreeMap<>();
      values.put("cairn.backend", args.isEmpty() ? "inmemory" : args.get(0));
      for (String arg : args.subList(Math.min(1, args.size()), args.size())) {
        String[] parts = arg.split("=", 2);
        values.put(parts[0], parts[1]);
      }
      return new Settings(values);
    }

    Configuration configuration() {
      Configuration.Builder builder = Configuration.builder();
      values.forEach(builder::set);
      return builder.build(Cairn.settings());
    }
  }

  private final Optional<Scratch> scratch;
  private final Cairn cairn;
  private final Store store;
  private final IndexWorkload keys;
  private final int size;

  StoreWorkload(Settings settings, int size) {
    this(settings, size, EngineRuntime.system());
  }

  StoreWorkload(Settings settings, int size, EngineRuntime runtime) {
    ObjectTypes types = ObjectTypes.of(List.of(new EntityType("entity", Entity.class)));
    this.scratch = settings.scratch();
    this.cairn =
        Cairn.open(scratch.map(settings::in).orElse(settings).configuration(), types, runtime);
    this.store = cairn.store(new Scope("benchmark", "catalog"));
    this.keys = new IndexWorkload(size);
    this.size = size;
    store.createReference("main");
    SplittableRandom random = new SplittableRandom(7);
    for (int from = 0; from < size; from += KEYS_PER_LOADING_COMMIT) {
      int begin = from;
      store.commit(
          "main",
          workspace -> {
            for (int i = begin; i < Math.min(size, begin + KEYS_PER_LOADING_COMMIT); i++) {
              workspace.index("tables").put(keys.key(i), workspace.put(entity(random)));
            }
            return begin;
          });
    }
  }

  /**
   * The size of a store of {@code size} keys in bytes: on disk after it is closed, if it is on
   * disk.
   */
  static OptionalLong storedBytes(Settings settings, int size) {
    StoreWorkload workload = new StoreWorkload(settings, size);
    try (workload) {
      if (workload.scratch.isEmpty()) {
        return workload.cairn.backend().estimateSize().bytes();
      }
      workload.cairn.close();
      return OptionalLong.of(workload.scratch.get().bytes());
    }
  }

  Store store() {
    return store;
  }

  Cairn cairn() {
    return cairn;
  }

  /** An update, as a change that returns {@code result}. */
  <R> Change<R> change(SplittableRandom random, R result) {
    Change<ObjectRef> change = change(random);
    return workspace -> {
      ObjectRef unused = change.apply(workspace);
      return result;
    };
  }

  private static Entity entity(SplittableRandom random) {
    StringBuilder text = new StringBuilder(VALUE_LENGTH);
    for (int i = 0; i < VALUE_LENGTH; i += 10) {
      text.append(Long.toString(36L * 36 * 36 + random.nextInt(1 << 30), 36), 0, 4)
          .append("______");
    }
    return new Entity(text.toString());
  }

  Bytes[] someKeys(SplittableRandom random, int count) {
    Bytes[] some = new Bytes[count];
    for (int i = 0; i < count; i++) {
      some[i] = keys.key(random.nextInt(size));
    }
    return some;
  }

  private Change<ObjectRef> change(SplittableRandom random) {
    Bytes key = keys.key(random.nextInt(size));
    Entity entity = entity(random);
    return workspace -> {
      ObjectRef ref = workspace.put(entity);
      workspace.index("tables").put(key, ref);
      workspace.message("update");
      return ref;
    };
  }

  void update(SplittableRandom random) {
    store.commit("main", change(random));
  }

  PendingCommit<ObjectRef> submit(SplittableRandom random) {
    return store.submit("main", change(random));
  }

  void lookUp(Snapshot snapshot, Bytes key) {
    if (snapshot.find(Entity.class, "tables", key).isEmpty()) {
      throw new IllegalStateException("a key is missing: " + key);
    }
  }

  @Override
  public void close() {
    store.close();
    cairn.close();
    scratch.ifPresent(Scratch::close);
  }
}
