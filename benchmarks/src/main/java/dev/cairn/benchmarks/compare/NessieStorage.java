package dev.cairn.benchmarks.compare;

import dev.cairn.benchmarks.Scratch;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.projectnessie.versioned.storage.cache.CacheConfig;
import org.projectnessie.versioned.storage.cache.PersistCaches;
import org.projectnessie.versioned.storage.common.config.StoreConfig;
import org.projectnessie.versioned.storage.common.exceptions.ObjTooLargeException;
import org.projectnessie.versioned.storage.common.logic.Logics;
import org.projectnessie.versioned.storage.common.persist.Backend;
import org.projectnessie.versioned.storage.common.persist.Obj;
import org.projectnessie.versioned.storage.common.persist.Persist;
import org.projectnessie.versioned.storage.common.persist.Reference;
import org.projectnessie.versioned.storage.inmemory.InmemoryBackend;
import org.projectnessie.versioned.storage.rocksdb.RocksDBBackendConfig;
import org.projectnessie.versioned.storage.rocksdb.RocksDBBackendFactory;
import org.projectnessie.versioned.storage.serialize.ProtoSerialization;

/** The storage of Nessie's rows. Its cache is above counting and delays, as in its service. */
final class NessieStorage implements AutoCloseable {
  static final String BRANCH = "main";
  private static final int ID_BYTES = 32;

  /** How far its cache may exceed its bound for a moment: the default of its service. */
  private static final double OVERSHOOT = 0.1;

  private final Storage storage;
  private final int cacheMb;
  private final Optional<Scratch> scratch;
  private final Backend backend;
  private final CostCounter counter;
  private boolean closed;

  NessieStorage(Storage storage, int cacheMb) {
    this.storage = storage;
    this.cacheMb = cacheMb;
    this.scratch = storage.isOnDisk() ? Optional.of(Scratches.create()) : Optional.empty();
    this.backend =
        scratch.map(directory -> rocksDb(directory.path())).orElseGet(InmemoryBackend::new);
    this.counter = new CostCounter(storage.delayMicros());
    Optional<String> unused = backend.setupSchema();
    Logics.repositoryLogic(persist()).initialize(BRANCH);
  }

  private static Backend rocksDb(Path path) {
    return new RocksDBBackendFactory()
        .buildBackend(RocksDBBackendConfig.builder().databasePath(path.resolve("store")).build());
  }

  private Persist persist() {
    return backend.createFactory().newPersist(StoreConfig.Adjustable.empty());
  }

  /** Access to the rows with a separate cache. */
  Persist connect() {
    Persist below = storage.isCounted() ? counted(persist()) : persist();
    return PersistCaches.newBackend(
            CacheConfig.builder().capacityMb(cacheMb).cacheCapacityOvershoot(OVERSHOOT).build())
        .wrap(below);
  }

  Costs costs() {
    return counter.costs();
  }

  private Persist counted(Persist persist) {
    return (Persist)
        Proxy.newProxyInstance(
            Persist.class.getClassLoader(),
            new Class<?>[] {Persist.class},
            (proxy, method, arguments) -> call(persist, method, arguments));
  }

  private @Nullable Object call(Persist persist, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (isCall(method.getName())) {
      counter.call();
    }
    if (arguments != null && method.getName().startsWith("storeObj")) {
      count(arguments[0]);
    }
    try {
      Object result = method.invoke(persist, arguments);
      if (method.getName().equals("updateReferencePointer")) {
        counter.row(ProtoSerialization.serializeReference((Reference) result).length);
      }
      return result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static boolean isCall(String method) {
    return method.startsWith("fetch") || method.startsWith("store") || method.startsWith("update");
  }

  private void count(Object stored) throws ObjTooLargeException {
    for (Obj each : stored instanceof Obj[] several ? several : new Obj[] {(Obj) stored}) {
      if (each != null) {
        int most = Integer.MAX_VALUE;
        counter.row(ID_BYTES + ProtoSerialization.serializeObj(each, most, most, true).length);
      }
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      backend.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      scratch.ifPresent(Scratch::close);
    }
  }
}
