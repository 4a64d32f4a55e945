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
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Compares ways to write a row and swap a reference on RocksDB, synced, by one thread: in one
 * batch, by a write that the sync of the swap includes, and by two synced calls.
 *
 * <p>All ways take turns call by call, so that other work on the machine disturbs them alike.
 * Argument: how many calls of each (default 4,000).
 */
public final class OneCallBenchmark {
  private static final Scope SCOPE = new Scope("acme", "sales");
  private static final int OBJECT_BYTES = 1_000;

  private OneCallBenchmark() {}

  /** Writes one row and swaps the reference to it. */
  @FunctionalInterface
  private interface Way {
    CasResult<ReferenceRow> apply(
        Backend backend, ObjectRow row, Token expected, ReferenceRow next);
  }

  /** Measures and prints a table. */
  public static void main(String[] args) throws Exception {
    int turns = args.length > 0 ? Integer.parseInt(args[0]) : 4_000;
    System.out.println(
        "| one thread, synced | p50 us | mean us | p50 by that of one batch | syncs a call |");
    System.out.println("|---|---:|---:|---:|---:|");
    try (Scratch scratch = Scratch.create();
        Backend backend = open(scratch)) {
      Map<String, TimedThreads.Work> works = new LinkedHashMap<>();
      works.put("one batch", work(backend, 1, false, OneCallBenchmark::atOnce));
      works.put(
          "write, then swap with its sync", work(backend, 2, false, OneCallBenchmark::inTurn));
      works.put("two syncs", work(backend, 3, true, OneCallBenchmark::syncedInTurn));
      measure(turns, works, backend);
    }
  }

  private static double syncs(Backend backend) {
    return backend.statistics().getOrDefault("log.syncs.total", 0.0);
  }

  private static CasResult<ReferenceRow> atOnce(
      Backend backend, ObjectRow row, Token expected, ReferenceRow next) {
    return backend.writeAndSwap(List.of(row), expected, next);
  }

  private static CasResult<ReferenceRow> inTurn(
      Backend backend, ObjectRow row, Token expected, ReferenceRow next) {
    backend.write(List.of(row));
    return backend.swapReference(expected, next);
  }

  // A conditional write is synced by itself.
  private static CasResult<ReferenceRow> syncedInTurn(
      Backend backend, ObjectRow row, Token expected, ReferenceRow next) {
    backend.insert(row);
    return backend.swapReference(expected, next);
  }

  private static Backend open(Scratch scratch) {
    RocksDbBackendFactory factory = new RocksDbBackendFactory();
    return factory.open(
        Configuration.builder()
            .set("cairn.rocksdb.path", scratch.path().resolve("store").toString())
            .set("cairn.rocksdb.durability", "sync")
            .build(factory.settings()));
  }

  private static void measure(int turns, Map<String, TimedThreads.Work> works, Backend backend)
      throws Exception {
    List<TimedThreads.Work> ways = List.copyOf(works.values());
    long[][] nanos = new long[ways.size()][turns];
    double[] syncs = new double[ways.size()];
    // The first calls are for the JVM, which still compiles.
    for (int i = 0; i < turns / 4; i++) {
      for (TimedThreads.Work way : ways) {
        way.step();
      }
    }
    for (int i = 0; i < turns; i++) {
      for (int way = 0; way < nanos.length; way++) {
        double before = syncs(backend);
        nanos[way][i] = nanos(ways.get(way));
        syncs[way] += syncs(backend) - before;
      }
    }
    int way = 0;
    for (String name : works.keySet()) {
      System.out.printf(
          "| %s | %,.0f | %,.0f | %.2f | %.2f |%n",
          name,
          median(nanos[way]),
          mean(nanos[way]),
          median(nanos[way]) / median(nanos[0]),
          syncs[way] / turns);
      way++;
    }
  }

  private static long nanos(TimedThreads.Work work) throws Exception {
    long start = System.nanoTime();
    work.step();
    return System.nanoTime() - start;
  }

  private static double median(long[] nanos) {
    return Arrays.stream(nanos).sorted().toArray()[nanos.length / 2] / 1e3;
  }

  private static double mean(long[] nanos) {
    return Arrays.stream(nanos).average().orElseThrow() / 1e3;
  }

  private static TimedThreads.Work work(Backend backend, int seed, boolean updateable, Way way) {
    Random random = new Random(seed);
    ReferenceRow created =
        ReferenceRow.create(new ReferenceKey(SCOPE, "way " + seed), token(random), 1);
    backend.insertReference(created);
    ReferenceRow[] known = {created};
    long[] id = {(long) seed << 40};
    return () -> {
      ReferenceRow next = known[0].moveTo(++id[0], EarlierHeads.none(), token(random));
      byte[] value = new byte[OBJECT_BYTES];
      random.nextBytes(value);
      ObjectKey key = new ObjectKey(SCOPE, "table", ObjectId.of(id[0]));
      ObjectRow row =
          updateable
              ? ObjectRow.updateable(key, Bytes.wrap(value), token(random), 1)
              : ObjectRow.immutable(key, Bytes.wrap(value), 1);
      if (!way.apply(backend, row, known[0].token(), next).equals(CasResult.applied())) {
        throw new IllegalStateException("not applied");
      }
      known[0] = next;
      return 1;
    };
  }

  private static Token token(Random random) {
    return new Token(random.nextLong(), random.nextLong());
  }
}
