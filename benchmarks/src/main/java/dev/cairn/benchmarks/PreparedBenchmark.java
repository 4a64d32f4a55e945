package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Compares commits whose callers prepare their values with commits whose changes put them, in
 * memory. What a change puts is encoded by the thread that waits for the commit; the leader waits
 * for it.
 *
 * <p>A value has about 8 KB: the columns of a table, with a name, a type and a comment each, or one
 * text. A commit puts a new value under one of 1,000 keys. Rounds of both ways alternate, so that
 * other work on the machine disturbs both alike.
 *
 * <p>A busy machine has no core left for encoding beside the leader. Therefore the processor time
 * of a thread that commits alone is measured as well: the leader's part of it limits the rate on a
 * machine with enough cores.
 *
 * <p>With {@code cairn.bench.seconds=…} as a system property, rounds take longer.
 */
public final class PreparedBenchmark {
  private static final int THREADS = 16;
  private static final int ROUNDS = 7;
  private static final int KEYS = 1_000;
  private static final int COLUMNS = 100;
  private static final int TEXT_LENGTH = 8 << 10;

  /** A part of a document. */
  record Column(String name, String type, String comment, int number, boolean required) {}

  /** A value of about 8 KB. */
  record Document(String text, List<Column> columns) {}

  private record DocumentType(String name, Class<Document> valueClass)
      implements ObjectType<Document> {}

  private final PrintStream out;
  private final double seconds;

  PreparedBenchmark(PrintStream out, double seconds) {
    this.out = out;
    this.seconds = seconds;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) {
    double seconds = Double.parseDouble(System.getProperty("cairn.bench.seconds", "2"));
    new PreparedBenchmark(System.out, seconds).run();
  }

  void run() {
    List<Document> documents = List.of(document(true), document(false));
    out.println(
        "| value of 8 KB | leader, put: CPU us | leader, prepared: CPU us | prepare: CPU us | ratio of leaders |");
    out.println("|---|---:|---:|---:|---:|");
    documents.forEach(this::costs);
    out.println();
    out.println("| value of 8 KB | put by the change, per second | prepared, per second | ratio |");
    out.println("|---|---|---|---|");
    documents.forEach(this::rates);
  }

  private static String name(Document document) {
    return document.columns().isEmpty() ? "one text" : document.columns().size() + " columns";
  }

  private void costs(Document document) {
    double[] least = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    WarmUp.until(() -> costs(document, least));
    for (int i = 0; i < ROUNDS; i++) {
      costs(document, least);
    }
    out.printf(
        "| %s | %.1f | %.1f | %.1f | %.2f |%n",
        name(document), least[0], least[1], least[2], least[0] / least[1]);
  }

  private void costs(Document document, double[] least) {
    Deque<Runnable> tasks = new ArrayDeque<>(); // run on this thread, which leads
    EngineRuntime system = EngineRuntime.system();
    EngineRuntime runtime =
        new EngineRuntime(
            system.environment(),
            tasks::add,
            system.scheduler(),
            system.meters(),
            system.onClose());
    try (Cairn cairn = open(runtime)) {
      Store store = store(cairn);
      SplittableRandom random = new SplittableRandom(5);
      long put = 0;
      long commit = 0;
      long prepare = 0;
      long count = 0;
      long end = System.nanoTime() + (long) (seconds * 1e9);
      while (System.nanoTime() < end) {
        for (int i = 0; i < THREADS; i++) {
          var unused = store.submit("main", change(random, workspace -> workspace.put(document)));
        }
        put += timed(() -> runAll(tasks));
        List<Prepared<Document>> prepared = new ArrayList<>();
        prepare +=
            timed(
                () -> {
                  for (int i = 0; i < THREADS; i++) {
                    prepared.add(store.prepare(document));
                  }
                });
        for (Prepared<Document> each : prepared) {
          var unused = store.submit("main", change(random, workspace -> workspace.put(each)));
        }
        commit += timed(() -> runAll(tasks));
        count += THREADS;
      }
      least[0] = Math.min(least[0], put / 1e3 / count);
      least[1] = Math.min(least[1], commit / 1e3 / count);
      least[2] = Math.min(least[2], prepare / 1e3 / count);
    }
  }

  private static long timed(Runnable work) {
    long begun = Cpu.thisThread();
    work.run();
    return Cpu.thisThread() - begun;
  }

  private static void runAll(Deque<Runnable> tasks) {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  private static Document document(boolean hasColumns) {
    SplittableRandom random = new SplittableRandom(11);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; hasColumns && i < COLUMNS; i++) {
      columns.add(new Column("column_" + i, "decimal(38, 10)", text(random, 35), i, i % 2 == 0));
    }
    return new Document(text(random, hasColumns ? 100 : TEXT_LENGTH), columns);
  }

  private static String text(SplittableRandom random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private void rates(Document document) {
    Rounds plain = new Rounds();
    Rounds prepared = new Rounds();
    WarmUp.until(() -> round(document, false));
    WarmUp.until(() -> round(document, true));
    for (int i = 0; i < ROUNDS; i++) {
      plain.add(new Rounds.Round(round(document, false), 0, 0));
      prepared.add(new Rounds.Round(round(document, true), 0, 0));
    }
    out.printf(
        "| %s | median %,.0f, best %,.0f | median %,.0f, best %,.0f | %.2f of medians, %.2f of the best |%n",
        name(document),
        plain.median(),
        plain.best(),
        prepared.median(),
        prepared.best(),
        prepared.median() / plain.median(),
        prepared.best() / plain.best());
  }

  /** One round in a new store, so that memory does not fill; returns the commits per second. */
  private double round(Document document, boolean isPrepared) {
    try (Cairn cairn = open(EngineRuntime.system())) {
      return round(store(cairn), document, isPrepared);
    }
  }

  private static Cairn open(EngineRuntime runtime) {
    ObjectTypes types = ObjectTypes.of(List.of(new DocumentType("document", Document.class)));
    StoreWorkload.Settings settings = StoreWorkload.Settings.of(List.of());
    return Cairn.open(settings.configuration(), types, runtime);
  }

  private static Store store(Cairn cairn) {
    Store store = cairn.store(new Scope("benchmark", "prepared"));
    store.createReference("main");
    return store;
  }

  private double round(Store store, Document document, boolean isPrepared) {
    AtomicLong count = new AtomicLong();
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    TimedThreads.each(
        THREADS,
        number -> {
          SplittableRandom random = new SplittableRandom(number);
          long commits = 0;
          while (System.nanoTime() < end) {
            if (isPrepared) {
              Prepared<Document> prepared = store.prepare(document);
              store.commit("main", change(random, workspace -> workspace.put(prepared)));
            } else {
              store.commit("main", change(random, workspace -> workspace.put(document)));
            }
            commits++;
          }
          count.addAndGet(commits);
        });
    return count.get() * 1e9 / (System.nanoTime() - start);
  }

  private static Change<ObjectRef> change(SplittableRandom random, Change<ObjectRef> put) {
    Bytes key = Key.of("key_" + random.nextInt(KEYS));
    return workspace -> {
      ObjectRef ref = put.apply(workspace);
      workspace.index("documents").put(key, ref);
      return ref;
    };
  }
}
