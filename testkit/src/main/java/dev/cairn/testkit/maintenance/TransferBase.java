package dev.cairn.testkit.maintenance;

import static dev.cairn.testkit.maintenance.FilledStore.MAIN;
import static dev.cairn.testkit.maintenance.FilledStore.SCOPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Scope;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Guarantee;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TimeLimit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What suites of transfers have in common. */
@ExtendWith({TimeLimit.class, Guarantee.class})
abstract class TransferBase {
  static final Optional<Scope> ALL = Optional.empty();

  @RegisterExtension final Seed seed = Seed.ofRun();
  @TempDir Path directory;
  final TestClock clock = new TestClock();
  final Deque<AutoCloseable> opened = new ArrayDeque<>();
  final AtomicInteger scopes = new AtomicInteger();
  Random random;

  /** A backend with nothing in it, which this closes. */
  protected abstract Backend newBackend();

  @BeforeEach
  final void seed() {
    random = seed.random("all");
  }

  @AfterEach
  final void closeAll() throws Exception {
    while (!opened.isEmpty()) {
      opened.removeLast().close();
    }
  }

  Backend backend() {
    Backend backend = newBackend();
    opened.addLast(backend);
    return backend;
  }

  Cairn process(Backend backend) {
    return process(backend, clock);
  }

  Cairn process(Backend backend, TestClock its) {
    Cairn cairn = TestProcess.open(backend, its, random);
    opened.addLast(cairn);
    return cairn;
  }

  Cairn filled() {
    Backend backend = backend();
    FilledStore filled = new FilledStore(backend, TestProcess.runtime(clock, random));
    opened.addLast(filled);
    return filled.cairn();
  }

  /** A store with two commits and a request. */
  Cairn small(Backend backend) {
    return small(backend, clock);
  }

  /** The same by a process with a clock of its own. */
  Cairn small(Backend backend, TestClock its) {
    Cairn cairn = process(backend, its);
    try (Store store = cairn.store(SCOPE)) {
      store.createReference(MAIN);
      store.createReference("empty");
    }
    commit(cairn, SCOPE, 1);
    commit(cairn, SCOPE, 2);
    return cairn;
  }

  /** Commits that are whole or wrong: two keys always have the same number, which the log has. */
  static void commit(Cairn cairn, Scope scope, int number) {
    try (Store store = cairn.store(scope)) {
      store.commit(
          MAIN,
          workspace -> {
            for (String key : List.of("a", "b")) {
              workspace
                  .index("pairs")
                  .put(Key.of(key), workspace.put(Node.of(Integer.toString(number))));
            }
            workspace.message(Integer.toString(number));
            return number;
          });
    }
  }

  static int checkPairs(Cairn cairn, Scope scope) {
    try (Store store = cairn.store(scope)) {
      Snapshot state = store.current(MAIN);
      Set<String> texts = new TreeSet<>();
      for (String key : List.of("a", "b")) {
        texts.add(state.find(Node.class, "pairs", Key.of(key)).orElseThrow().text());
      }
      texts.add(store.log(MAIN, 1).entries().get(0).message());
      assertEquals(1, texts.size(), texts::toString);
      return Integer.parseInt(texts.iterator().next());
    }
  }

  Path export(Cairn cairn, Optional<Scope> scope) {
    Path file = directory.resolve("export-" + scopes.incrementAndGet());
    TransferReport report = cairn.transfers().exportTo(file, scope, told -> {});
    assertEquals(report.contents(), cairn.transfers().inspect(file, told -> {}));
    return file;
  }

  byte[] exported(Cairn cairn, Optional<Scope> scope) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    cairn.transfers().exportTo(out, scope, told -> {});
    return out.toByteArray();
  }

  static TransferReport imported(Cairn cairn, byte[] file, Optional<Scope> into) {
    return cairn.transfers().importFrom(new ByteArrayInputStream(file), into, told -> {});
  }

  Scope newScope() {
    return new Scope("target", "catalog-" + scopes.incrementAndGet());
  }

  static void assertClean(Cairn cairn) {
    CheckReport report = cairn.checks().check(Checks.Options.ALL, told -> {});
    assertTrue(report.isClean(), () -> "findings: " + report.findings());
  }

  /** References that have something, and immutable rows. */
  static List<String> rows(Backend backend) {
    List<String> rows = new ArrayList<>();
    backend.scanReferences(
        ALL,
        Optional.empty(),
        row -> {
          if (!row.key().scope().equals(Scope.SYSTEM) || row.headId().isPresent()) {
            rows.add(row.key().toString());
          }
          return true;
        });
    backend.scanObjects(
        ALL,
        Optional.empty(),
        ScanBound.NONE,
        Optional.empty(),
        row -> {
          if (row.token().isEmpty() || row.key().type().equals("cairn.import")) {
            rows.add(row.key().toString());
          }
          return true;
        });
    return rows;
  }

  static Set<String> types(Backend backend) {
    Set<String> types = new TreeSet<>();
    backend.scanObjects(
        ALL,
        Optional.empty(),
        ScanBound.NONE,
        Optional.empty(),
        row -> {
          types.add(row.key().type());
          return true;
        });
    return types;
  }
}
