package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Measures the cost of a page of 100 entries among few and among many keys, and prints a table.
 *
 * <p>A step reads one page that starts at a random key, in either direction, and the page after it
 * by its token. In the last row, all pages start in one of the 100 namespaces, whose leaves fit
 * into the processor's cache. Rounds of all rows take turns, so that other work on the machine
 * affects all of them. The cost is the processor time of the reading thread with everything cached,
 * and the rows and bytes that a process with an empty cache fetches.
 */
public final class PageBenchmark {
  private static final int ROUNDS = 9;
  private static final int BATCH = 5_000;
  private static final int LIMIT = Integer.getInteger("limit", 100);
  private static final int NAMESPACES = 100;
  private static final int STARTS = 16_384;
  private static final int COLD_PAGES = 200;
  private static final String MAIN = "main";
  private static final String INDEX = "tables";

  private final PrintStream out;
  private final double seconds;

  PageBenchmark(PrintStream out, double seconds) {
    this.out = out;
    this.seconds = seconds;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) {
    double seconds = Double.parseDouble(System.getProperty("cairn.bench.seconds", "1"));
    new PageBenchmark(System.out, seconds).run(List.of(10_000, 1_000_000));
  }

  void run(List<Integer> sizes) {
    List<Listed> stores = new ArrayList<>();
    sizes.forEach(size -> stores.add(new Listed(size, NAMESPACES)));
    stores.add(new Listed(sizes.get(sizes.size() - 1), 1));
    try {
      for (Listed each : stores) {
        WarmUp.until(() -> each.round(seconds));
      }
      for (int i = 0; i < ROUNDS; i++) {
        stores.forEach(each -> each.costs.add(each.round(seconds)));
      }
      double base = stores.get(0).median();
      out.println(
          "| keys | namespaces | CPU us per page, median | ratio | all rounds | rows fetched | KB fetched |");
      out.println("|---:|---:|---:|---:|---|---:|---:|");
      stores.forEach(each -> out.println(each.row(base)));
    } finally {
      stores.forEach(Listed::close);
    }
  }

  /** Counts what is fetched. */
  private static final class FetchCounter extends ForwardingBackend {
    private long rows;
    private long bytes;

    FetchCounter(Backend delegate) {
      super(delegate);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      List<Optional<ObjectRow>> found = super.fetch(keys, mode);
      rows += found.size();
      found.forEach(row -> bytes += row.map(each -> each.value().length()).orElse(0));
      return found;
    }

    // Two connections share it.
    @Override
    public void close() {}
  }

  /** A store with an index of {@code size} keys, and pages that start in some namespaces. */
  private static final class Listed implements AutoCloseable {
    private final List<Double> costs = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(7);
    private final int size;
    private final int namespaces;
    private final IndexWorkload keys;
    private final Bytes[] starts = new Bytes[STARTS];
    private final FetchCounter backend = new FetchCounter(new InMemoryBackend());
    private final Cairn cairn = open("512m");
    private final Store store = cairn.store(new Scope("benchmark", "pages"));

    Listed(int size, int namespaces) {
      this.size = size;
      this.namespaces = namespaces;
      this.keys = new IndexWorkload(size);
      Arrays.setAll(starts, unused -> keys.key(numberOfStart()));
      store.createReference(MAIN);
      for (int from = 0; from < size; from += BATCH) {
        int first = from;
        store.commit(
            MAIN, workspace -> put(workspace.index(INDEX, ValueSerializer.bytes()), first));
      }
    }

    private int numberOfStart() {
      int number;
      do {
        number = random.nextInt(size);
      } while (IndexWorkload.namespace(number) >= namespaces);
      return number;
    }

    private Bytes randomStart() {
      return starts[random.nextInt(STARTS)];
    }

    private int put(WorkingIndex<Bytes> index, int first) {
      int end = Math.min(size, first + BATCH);
      for (int i = first; i < end; i++) {
        index.put(keys.key(i), Bytes.ofUtf8("value " + i));
      }
      return end;
    }

    private Cairn open(String cache) {
      Configuration configuration =
          Configuration.builder().set("cairn.cache.size", cache).build(Cairn.settings());
      return Cairn.open(backend, configuration, ObjectTypes.of(List.of()), EngineRuntime.system());
    }

    /** Reads two pages; returns how many entries they have. */
    private int step(Store reader) {
      IndexRange range =
          random.nextBoolean()
              ? IndexRange.all().from(randomStart())
              : IndexRange.all().to(randomStart()).descending();
      Listing<IndexEntry<Bytes>> first = page(reader, range, PageRequest.first(LIMIT));
      return first.items().size()
          + first
              .next()
              .map(token -> page(reader, range, PageRequest.after(token, LIMIT)).items().size())
              .orElse(0);
    }

    private static Listing<IndexEntry<Bytes>> page(
        Store reader, IndexRange range, PageRequest page) {
      return reader.page(MAIN, INDEX, ValueSerializer.bytes(), range, page);
    }

    /** Microseconds of processor time for each 100 entries. */
    double round(double seconds) {
      long end = System.nanoTime() + (long) (seconds * 1e9);
      long cpu = Cpu.thisThread();
      long entries = 0;
      do {
        entries += step(store);
      } while (System.nanoTime() < end);
      return (Cpu.thisThread() - cpu) / 1e3 / entries * LIMIT;
    }

    double median() {
      return costs.stream().mapToDouble(each -> each).sorted().toArray()[costs.size() / 2];
    }

    String row(double base) {
      long entries = 0;
      try (Cairn cold = open("0")) {
        Store reader = cold.store(new Scope("benchmark", "pages"));
        backend.rows = 0;
        backend.bytes = 0;
        for (int i = 0; i < COLD_PAGES; i += 2) {
          entries += step(reader);
        }
        double pages = (double) entries / LIMIT;
        return "| %,d | %d | %.1f | %.2f | %s | %.1f | %.1f |"
            .formatted(
                size,
                namespaces,
                median(),
                median() / base,
                String.join(", ", costs.stream().map("%.1f"::formatted).toList()),
                backend.rows / pages,
                backend.bytes / pages / 1024);
      }
    }

    @Override
    public void close() {
      cairn.close();
    }
  }
}
