package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.refuse;
import static dev.cairn.core.internal.store.Bench.require;
import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.head.Heads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A change that succeeds but for which no head can be built fails alone, whatever the reason. Here
 * its index spills into a page that cannot be read.
 */
class HeadFailureTest {
  private static final String SPILLED = "spilled";

  private final Bench bench = new Bench();
  private final Bench.Client other = bench.first();
  private final Connection connection = new Connection(bench.database);
  private final List<String> runs = new ArrayList<>();
  private EngineStore store = open();

  /** Fails where a test wants it to. */
  private static final class Connection extends ForwardingBackend {
    private final Set<ObjectKey> unreadable = new HashSet<>();
    private Runnable failure = () -> {};
    private @Nullable String refusedType;
    private Runnable beforeReference = () -> {};

    private Connection(Backend delegate) {
      super(delegate);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      if (keys.stream().anyMatch(unreadable::contains)) {
        failure.run();
      }
      return super.fetch(keys, mode);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      if (rows.stream().anyMatch(row -> row.key().type().equals(refusedType))) {
        throw new IllegalArgumentException("rows of type " + refusedType + " are refused");
      }
      super.write(rows);
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      Runnable once = beforeReference;
      beforeReference = () -> {};
      once.run();
      return super.readReference(key, mode);
    }
  }

  private void failWith(RuntimeException reason) {
    connection.failure =
        () -> {
          throw reason;
        };
  }

  private void failWith(Error reason) {
    connection.failure =
        () -> {
          throw reason;
        };
  }

  private EngineStore open() {
    String unused = other.commit(fill("page")).value();
    other.backend.written(Heads.PAGE_TYPE).forEach(row -> connection.unreadable.add(row.key()));
    assertTrue(!connection.unreadable.isEmpty(), "something was spilled");
    return bench.stores.open(connection);
  }

  /** Puts more into an index than a head embeds. */
  private Change<String> fill(String name) {
    return workspace -> {
      runs.add(name);
      for (int i = 0; i < 20; i++) {
        workspace
            .index(SPILLED, ValueSerializer.bytes())
            .put(key(name + i), Bytes.wrap(new byte[400]));
      }
      set(workspace, name, "1");
      workspace.message(name);
      return name;
    };
  }

  private PendingCommit<String> submit(Change<String> change) {
    return store.submit(MAIN, change);
  }

  private List<String> log() {
    List<String> all = bench.log();
    return all.subList(2, all.size());
  }

  @Test
  void aCommitForWhichNoHeadCanBeBuiltFailsAlone() {
    IllegalStateException reason = new IllegalStateException("unreadable");
    failWith(reason);
    failsAlone(reason);
  }

  @Test
  void aCommitWhoseHeadIsTooLargeForTheHeapFailsAlone() {
    OutOfMemoryError reason = new OutOfMemoryError("too large");
    failWith(reason);
    failsAlone(reason);
  }

  @Test
  void aCommitWhoseIndexIsDamagedFailsAlone() {
    DamagedDataException reason = new DamagedDataException("its checksum does not fit");
    failWith(reason);
    failsAlone(reason);
  }

  private void failsAlone(Throwable reason) {
    PendingCommit<String> a = submit(set("a", "1"));
    PendingCommit<String> bad = submit(fill("bad"));
    PendingCommit<String> seesBad = submit(refuse("bad"));
    PendingCommit<String> needsBad = submit(require("bad"));
    PendingCommit<String> c = submit(set("c", "1"));
    bench.tasks.run();

    assertEquals("1", result(a).value());
    assertSame(reason, failure(Throwable.class, bad));
    assertEquals("none", result(seesBad).value(), "what bad did was never applied");
    assertEquals("no bad", failure(IllegalStateException.class, needsBad).getMessage());
    assertEquals("1", result(c).value());
    assertEquals(List.of("set a", "set c"), log());
  }

  @Test
  void aCommitWhoseRowsTheBackendRefusesFailsAlone() {
    connection.refusedType = "table";
    PendingCommit<String> a = submit(set("a", "1"));
    PendingCommit<String> bad =
        submit(
            workspace -> {
              workspace.index("tables").put(key("t"), workspace.put(Table.named("t")));
              return "";
            });
    PendingCommit<String> c = submit(set("c", "1"));
    bench.tasks.run();
    assertEquals("1", result(a).value());
    assertEquals(
        "rows of type table are refused",
        failure(IllegalArgumentException.class, bad).getMessage());
    assertEquals("1", result(c).value());
    assertEquals(List.of("set a", "set c"), log());
  }

  // The page is replaced while the commit runs on a superseded state: its failure does not come
  // from a current state, so it is not reported, and the commit runs again.
  @Test
  void aFailureFromASupersededStateIsNotReported() {
    failWith(new IllegalStateException("unreadable"));
    submit(set("a", "1"));
    bench.tasks.run();
    connection.beforeReference = () -> other.commit(fill("other"));
    PendingCommit<String> mine = submit(fill("mine"));
    bench.tasks.run();
    assertEquals("mine", result(mine).value());
    assertEquals(List.of("set a", "other", "mine"), log());
  }

  // No commit is at fault if the database is unavailable, and none would succeed alone.
  @Test
  void anUnavailableDatabaseFailsTheWholeGroupAtOnce() {
    failWith(new BackendUnavailableException("away"));
    PendingCommit<String> a = submit(set("a", "1"));
    PendingCommit<String> bad = submit(fill("bad"));
    bench.tasks.run();
    failure(BackendUnavailableException.class, a);
    failure(BackendUnavailableException.class, bad);
    assertEquals(List.of(), log());
  }

  // A commit that has to run alone met no conflict: the dropped run does not count as an attempt.
  @Test
  void theRunThatCameToNothingIsNoAttempt() {
    CommitLimits limits = TestStores.LIMITS;
    bench.stores.with(
        new CommitLimits(
            limits.timeLimit(),
            1,
            limits.groupSize(),
            limits.groupBytes(),
            limits.groupTime(),
            limits.maxQueued(),
            limits.young(),
            limits.restorable()));
    store = bench.stores.open(connection);
    IllegalStateException reason = new IllegalStateException("unreadable");
    failWith(reason);
    runs.clear();
    PendingCommit<String> bad = submit(fill("bad"));
    PendingCommit<String> a = submit(set("a", "1"));
    bench.tasks.run();
    assertSame(reason, failure(IllegalStateException.class, bad));
    assertEquals("1", result(a).value());
    assertEquals(List.of("bad", "bad"), runs, "once in the group, once alone");
  }
}
