package dev.cairn.benchmarks.compare;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.benchmarks.Scratch;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import java.util.List;
import java.util.Optional;

/** The storage of Cairn's rows. */
final class CairnStorage implements AutoCloseable {
  static final Scope SCOPE = new Scope("benchmark", "catalog");

  /** The value under a key. */
  record Value(Bytes data) {}

  private record ValueType(String name, Class<Value> valueClass) implements ObjectType<Value> {}

  private final Storage storage;
  private final Configuration configuration;
  private final Optional<Scratch> scratch;
  private final Backend backend;
  private final CostCounter counter;
  private boolean closed;

  CairnStorage(Storage storage, int cacheMb) {
    this.storage = storage;
    this.scratch = storage.isOnDisk() ? Optional.of(Scratches.create()) : Optional.empty();
    Configuration.Builder builder = Configuration.builder();
    builder.set("cairn.cache.size", cacheMb + "m");
    builder.set("cairn.backend", storage.isOnDisk() ? "rocksdb" : "inmemory");
    scratch.ifPresent(
        directory -> {
          builder.set("cairn.rocksdb.path", directory.path().resolve("store").toString());
          builder.set("cairn.rocksdb.durability", storage == Storage.ROCKSDB_SYNC ? "sync" : "os");
        });
    this.configuration = builder.build(Cairn.settings());
    this.backend = Backends.discover().open(configuration);
    this.counter = new CostCounter(storage.delayMicros());
  }

  /** An engine with its own cache. */
  Cairn connect() {
    Backend shared = new Unclosed(backend);
    return Cairn.open(
        storage.isCounted() ? new CountedBackend(shared, counter) : shared,
        configuration,
        ObjectTypes.of(List.of(new ValueType("value", Value.class))),
        EngineRuntime.system());
  }

  Costs costs() {
    return counter.costs();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      backend.close();
    } finally {
      scratch.ifPresent(Scratch::close);
    }
  }
}
