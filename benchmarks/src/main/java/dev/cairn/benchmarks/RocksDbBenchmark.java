package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Measures the RocksDB backend below the engine: a commit's two calls, a write of objects and a
 * swap of a reference, and fetches.
 *
 * <p>Argument: seconds per measurement (default 3).
 */
public final class RocksDbBenchmark {
  private static final Scope SCOPE = new Scope("acme", "sales");
  private static final int OBJECT_BYTES = 1_000;
  private static final int OBJECTS = 200_000;
  private static final int BULK = 100;
  private static final int[] THREADS = {1, 4, 16};

  private final RocksDbBackendFactory factory = new RocksDbBackendFactory();
  private final int seconds;

  private RocksDbBenchmark(int seconds) {
    this.seconds = seconds;
  }

  /** Measures and prints two tables. */
  public static void main(String[] args) throws Exception {
    RocksDbBenchmark benchmark =
        new RocksDbBenchmark(args.length > 0 ? Integer.parseInt(args[0]) : 3);
    benchmark.writes();
    benchmark.fetches();
  }

  private Backend open(Path path, String durability, String cache) {
    return factory.open(
        Configuration.builder()
            .set("cairn.rocksdb.path", path.toString())
            .set("cairn.rocksdb.durability", durability)
            .set("cairn.rocksdb.cache-size", cache)
            .build(factory.settings()));
  }

  private void writes() throws Exception {
    System.out.println("| durability | threads | references | write+swap/s | syncs/s |");
    System.out.println("|---|---:|---|---:|---:|");
    try (Scratch warmUp = Scratch.create();
        Backend backend = open(warmUp.path().resolve("store"), "os", "64m")) {
      double unused = TimedThreads.rate(4, seconds, i -> pairs(backend, "warm-" + i, i));
    }
    for (String durability : List.of("sync", "os")) {
      for (int threads : THREADS) {
        writes(durability, threads, false);
        if (threads > 1) {
          writes(durability, threads, true);
        }
      }
    }
  }

  private void writes(String durability, int threads, boolean shared) throws Exception {
    try (Scratch scratch = Scratch.create();
        Backend backend = open(scratch.path().resolve("store"), durability, "64m")) {
      double rate =
          TimedThreads.rate(threads, seconds, i -> pairs(backend, shared ? "one" : "ref-" + i, i));
      double syncs = backend.statistics().getOrDefault("log.syncs.total", 0.0) / seconds;
      System.out.printf(
          "| %s | %d | %s | %,.0f | %,.0f |%n",
          durability, threads, shared ? "one" : "own", rate, syncs);
    }
  }

  /** One object of 1 KB and the swap to it; a conflict starts again from the current row. */
  private static TimedThreads.Work pairs(Backend backend, String name, int thread) {
    ReferenceKey key = new ReferenceKey(SCOPE, name);
    Random random = new Random(thread);
    ReferenceRow created = ReferenceRow.create(key, token(random), 1);
    backend.insertReference(created);
    ReferenceRow[] known = {backend.readReference(key, ReadMode.STRONG).orElseThrow()};
    long[] id = {(long) thread << 40};
    return () -> {
      ReferenceRow next = known[0].moveTo(++id[0], EarlierHeads.none(), token(random));
      backend.write(List.of(object(id[0], random)));
      CasResult<ReferenceRow> result = backend.swapReference(known[0].token(), next);
      if (result instanceof CasResult.Conflict<ReferenceRow> conflict) {
        known[0] = conflict.row().orElseThrow();
        return 0;
      }
      if (result instanceof CasResult.Unknown<ReferenceRow> unknown) {
        throw new IllegalStateException("unknown", unknown.cause());
      }
      known[0] = next;
      return 1;
    };
  }

  private void fetches() throws Exception {
    System.out.println();
    System.out.println("| fetched from | threads | by one: objects/s | by 100: objects/s |");
    System.out.println("|---|---:|---:|---:|");
    try (Scratch scratch = Scratch.create()) {
      Path store = scratch.path().resolve("store");
      try (Backend backend = open(store, "os", "64m")) {
        Random random = new Random(1);
        for (int from = 0; from < OBJECTS; from += 1_000) {
          List<ObjectRow> rows = new ArrayList<>();
          for (int i = 0; i < 1_000; i++) {
            rows.add(object(from + i, random));
          }
          backend.write(rows);
        }
      }
      for (int threads : new int[] {1, 4}) {
        try (Backend backend = open(store, "os", "8m")) {
          fetches("files", backend, threads);
        }
        try (Backend backend = open(store, "os", "512m")) {
          for (long id = 0; id < OBJECTS; id++) {
            backend.fetch(List.of(key(id)), ReadMode.STRONG);
          }
          fetches("block cache", backend, threads);
        }
      }
    }
  }

  private void fetches(String from, Backend backend, int threads) throws Exception {
    double single = TimedThreads.rate(threads, seconds, thread -> fetch(backend, thread, 1));
    double bulk = TimedThreads.rate(threads, seconds, thread -> fetch(backend, thread, BULK));
    System.out.printf("| %s | %d | %,.0f | %,.0f |%n", from, threads, single, bulk);
  }

  private static TimedThreads.Work fetch(Backend backend, int thread, int count) {
    SplittableRandom random = new SplittableRandom(thread);
    return () -> {
      List<ObjectKey> keys = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        keys.add(key(random.nextInt(OBJECTS)));
      }
      for (Optional<ObjectRow> row : backend.fetch(keys, ReadMode.STRONG)) {
        if (row.isEmpty()) {
          throw new IllegalStateException("an object is missing");
        }
      }
      return count;
    };
  }

  private static ObjectKey key(long id) {
    return new ObjectKey(SCOPE, "table", ObjectId.of(id));
  }

  /** Half of the value is noise, half repeats: about as compressible as metadata. */
  private static ObjectRow object(long id, Random random) {
    byte[] value = new byte[OBJECT_BYTES];
    random.nextBytes(value);
    for (int i = OBJECT_BYTES / 2; i < OBJECT_BYTES; i++) {
      value[i] = (byte) (i % 50);
    }
    return ObjectRow.immutable(key(id), Bytes.wrap(value), 1);
  }

  private static Token token(Random random) {
    return new Token(random.nextLong(), random.nextLong());
  }
}
