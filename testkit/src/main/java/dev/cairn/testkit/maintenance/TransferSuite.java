package dev.cairn.testkit.maintenance;

import static dev.cairn.testkit.maintenance.FilledStore.MAIN;
import static dev.cairn.testkit.maintenance.FilledStore.SCOPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Updateable;
import dev.cairn.api.store.Updateables;
import dev.cairn.api.store.Workspace;
import dev.cairn.api.transfer.ExportContents;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.TestClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Exports, imports and copies as they should go, on one kind of backend. */
public abstract class TransferSuite extends TransferBase {
  @Test
  void aWholeDatabaseGoesIntoAFileAndBack() {
    Cairn source = filled();
    source.catalogs().createTenant("acme", Map.of("plan", "gold"));
    source.catalogs().createCatalog("acme", "sales", Map.of());
    assertInstanceOf(
        IdempotentResult.Executed.class, CountedRequests.execute(source, SCOPE, "request-0001"));
    clock.advance(Duration.ofMinutes(20)); // else an export has the record twice
    Path file = export(source, ALL);
    Backend backend = backend();
    Cairn target = process(backend);
    TransferReport report = target.transfers().importFrom(file, ALL, told -> {});
    assertTrue(report.check().orElseThrow().isClean());
    assertTrue(report.check().orElseThrow().totals().objects() > FilledStore.KEYS);
    assertEquals(Contents.of(source, SCOPE), Contents.of(target, SCOPE));
    assertEquals(
        source.catalogs().findCatalog("acme", "sales"),
        target.catalogs().findCatalog("acme", "sales"));
    target.catalogs().open("acme", "sales").close();
    assertClean(target);
    assertTrue(!types(backend).contains("cairn.import"), "the mark is gone");
    ExportContents again = target.transfers().inspect(export(target, ALL), told -> {});
    assertEquals(report.contents().objects(), again.objects());
    assertEquals(report.contents().references(), again.references());
    assertEquals(report.contents().records(), again.records());
    assertEquals(report.contents().bytes(), again.bytes());
  }

  @Test
  void branchesTravelAndAreChecked() {
    Cairn source = small(backend());
    try (Store store = source.store(SCOPE)) {
      HeadId first = store.log(MAIN, 10).entries().get(1).id().head();
      var unused = store.createReference("branch", MAIN, first);
    }
    commit(source, SCOPE, 3);
    assertClean(source);
    Cairn target = process(backend());
    var unused = imported(target, exported(source, ALL), ALL);
    assertClean(target);
    assertEquals(3, checkPairs(target, SCOPE));
    try (Store store = target.store(SCOPE)) {
      Snapshot state = store.current("branch");
      assertEquals("1", state.find(Node.class, "pairs", Key.of("a")).orElseThrow().text());
    }
  }

  // The two differ in their type alone: neither is taken for the other one.
  @Test
  void derivedObjectsTravelAndAreChecked() {
    Backend backend = backend();
    Cairn source = small(backend);
    ObjectRef node;
    try (Store store = source.store(SCOPE)) {
      node =
          store
              .commit(
                  MAIN,
                  workspace -> {
                    ObjectRef put = workspace.put(Node.of("node"));
                    workspace.index("nodes").put(Key.of("n"), put);
                    workspace
                        .index("digests")
                        .put(Key.of("n"), workspace.put(new Bookmark.Digest("sum"), put));
                    return put;
                  })
              .value();
    }
    Cairn target = process(backend());
    Scope renamed = newScope();
    TransferReport report =
        imported(target, exported(source, Optional.of(SCOPE)), Optional.of(renamed));
    assertTrue(report.check().orElseThrow().isClean());
    try (Store store = target.store(renamed)) {
      Snapshot state = store.current(MAIN);
      assertEquals("node", state.find(Node.class, "nodes", Key.of("n")).orElseThrow().text());
      assertEquals(
          "sum", state.find(Bookmark.Digest.class, "digests", Key.of("n")).orElseThrow().text());
    }
    assertClean(source);
    backend.delete(List.of(new ObjectRef("digest", node.id()).in(SCOPE)));
    CheckReport lost = source.checks().check(Checks.Options.ALL, told -> {});
    assertEquals(
        List.of("digest"),
        lost.findings().stream()
            .map(each -> each.subject().toString().replaceFirst("/.*", ""))
            .distinct()
            .toList());
  }

  @Test
  void updateableObjectsOfTypesThatOptInTravel() {
    Cairn source = small(backend());
    try (Store store = source.store(SCOPE)) {
      for (String name : List.of("a", "b")) {
        assertInstanceOf(
            Updateables.Result.Applied.class, store.updateables().insert(name, new Bookmark(name)));
      }
      assertInstanceOf(
          Updateables.Result.Applied.class,
          store.updateables().insert("a", new Bookmark.Unexported("stays")));
    }
    byte[] file = exported(source, Optional.of(SCOPE));
    Cairn target = process(backend());
    Scope renamed = newScope();
    for (Scope scope : List.of(SCOPE, renamed)) {
      TransferReport report = imported(target, file, Optional.of(scope));
      assertEquals(2, report.contents().records());
      try (Store store = target.store(scope)) {
        Updateables objects = store.updateables();
        for (String name : List.of("a", "b")) {
          Updateable<Bookmark> found = objects.find(Bookmark.class, name).orElseThrow();
          assertEquals(new Bookmark(name), found.value());
          assertInstanceOf(
              Updateables.Result.Applied.class, objects.swap(found, new Bookmark("moved")));
        }
        assertEquals(Optional.empty(), objects.find(Bookmark.Unexported.class, "a"));
      }
    }
    assertClean(target);
  }

  // As on a machine whose clock was ahead, and was set back.
  @Test
  void whatAClockThatWasAheadWroteTravelsToo() {
    Backend backend = backend();
    Cairn source = small(backend);
    clock.advance(Duration.ofDays(9)); // past the retention of the first commit
    commit(source, SCOPE, 3);
    Cairn fast = process(backend, new TestClock(clock.instant().plus(Duration.ofHours(1))));
    assertTrue(!fast.maintenance().collect(told -> {}).deleted().isEmpty());
    assertInstanceOf(
        IdempotentResult.Executed.class, CountedRequests.executeLarge(fast, SCOPE, "request-0001"));
    Cairn target = process(backend());
    var unused = imported(target, exported(source, ALL), ALL);
    assertClean(target);
    assertInstanceOf(
        IdempotentResult.Replayed.class,
        CountedRequests.executeLarge(target, SCOPE, "request-0001"));
  }

  @Test
  void aTargetIsUsedLikeItsSource() {
    Cairn source = small(backend());
    assertInstanceOf(
        IdempotentResult.Executed.class, CountedRequests.execute(source, SCOPE, "request-0001"));
    assertInstanceOf(
        IdempotentResult.Executed.class,
        CountedRequests.executeLarge(source, SCOPE, "request-0003"));
    Cairn target = process(backend());
    var unused = imported(target, exported(source, ALL), ALL);
    assertInstanceOf(
        IdempotentResult.Replayed.class, CountedRequests.execute(target, SCOPE, "request-0001"));
    var replayed =
        assertInstanceOf(
            IdempotentResult.Replayed.class,
            CountedRequests.executeLarge(target, SCOPE, "request-0003"));
    assertEquals(13 * 50_000, replayed.outcome().body().bytes().length(), "all parts of it");
    assertEquals(1, CountedRequests.effects(target, SCOPE, "request-0001"));
    for (int i = 3; i < 30; i++) {
      commit(target, SCOPE, i);
    }
    assertInstanceOf(
        IdempotentResult.Executed.class, CountedRequests.execute(target, SCOPE, "request-0002"));
    try (Store store = target.store(SCOPE)) {
      assertEquals(31, store.log(MAIN, 100).entries().size(), "29 commits and two requests");
    }
    assertClean(target);
  }

  // The proof of what was applied is in runs of keys, which nothing but an index entry names.
  @Test
  void keysThatWereAppliedGoAlong() {
    assertKeysGoAlong(source -> {}, target -> {});
  }

  // Nothing but the line of heads leads to the keys of an earlier life.
  @Test
  void keysOfEarlierLivesGoAlong() {
    Consumer<Store> delete = store -> store.deleteReference(MAIN);
    Consumer<Store> create =
        store -> {
          var unused = store.createReference(MAIN);
        };
    Consumer<Store> commit = store -> store.commit(MAIN, workspace -> putNode(workspace, "new"));
    assertKeysGoAlong(delete, create);
    assertKeysGoAlong(delete.andThen(create), target -> {});
    assertKeysGoAlong(delete.andThen(create), commit);
    assertKeysGoAlong(delete.andThen(create).andThen(commit), target -> {});
    assertKeysGoAlong(delete.andThen(create).andThen(delete), create.andThen(commit));
  }

  private static String putNode(Workspace workspace, String text) {
    workspace.index("pairs").put(Key.of(text), workspace.put(Node.of(text)));
    return text;
  }

  private void assertKeysGoAlong(Consumer<Store> before, Consumer<Store> after) {
    Backend from = backend();
    Cairn source = small(from);
    List<CommitKey> keys = new ArrayList<>();
    try (Store store = source.store(SCOPE)) {
      for (int i = 0; i < 40; i++) {
        Instant now = clock.instant();
        Duration window = Duration.ofMinutes(30);
        keys.add(new CommitKey("request " + i, "", now, now.plus(window), window));
        assertInstanceOf(
            KeyedCommit.Applied.class,
            store.commit(MAIN, keys.get(i), workspace -> Bytes.ofUtf8("done")));
      }
      before.accept(store);
    }
    assertTrue(types(from).contains("cairn.keys"), "there is a run");
    Cairn target = process(backend());
    var unused = imported(target, exported(source, ALL), ALL);
    try (Store store = target.store(SCOPE)) {
      after.accept(store);
      for (CommitKey key : keys) {
        assertInstanceOf(KeyedCommit.AlreadyApplied.class, store.findKey(MAIN, key).orElseThrow());
      }
    }
    assertClean(target);
  }

  @Test
  void processesAreLeftBehind() {
    Backend from = backend();
    Cairn source = small(from);
    var unusedTask = source.tasks().submit("a task", "");
    Backend to = backend();
    Cairn target = process(to);
    var unused = imported(target, exported(source, ALL), ALL);
    assertTrue(types(from).contains("cairn.task"));
    assertTrue(!types(to).contains("cairn.task"), "tasks stay with their processes");
    List<ObjectRow> leases = new ArrayList<>();
    to.scanObjects(
        ALL,
        Optional.of("cairn.node-lease"),
        ScanBound.NONE,
        Optional.empty(),
        row -> leases.add(row));
    assertEquals(1, leases.size(), "that of the target's own process");
  }

  @Test
  void oneScopeGoesIntoAnother() {
    Cairn source = filled();
    Path file = export(source, Optional.of(SCOPE));
    Cairn target = process(backend());
    Scope first = newScope();
    Scope second = newScope();
    target.transfers().importFrom(file, Optional.of(first), told -> {});
    target.transfers().importFrom(file, Optional.of(second), told -> {});
    target.transfers().importFrom(file, Optional.empty(), told -> {});
    assertEquals(Contents.of(source, SCOPE), Contents.of(target, SCOPE));
    assertEquals(Contents.of(source, SCOPE), Contents.of(target, first));
    assertEquals(Contents.of(source, SCOPE), Contents.of(target, second));
    assertClean(target);
  }

  @Test
  void whatIsInUseIsNotImportedInto() {
    Cairn source = small(backend());
    byte[] scope = exported(source, Optional.of(SCOPE));
    byte[] all = exported(source, ALL);
    assertThrows(ImportRefusedException.class, () -> imported(source, scope, Optional.empty()));
    assertThrows(ImportRefusedException.class, () -> imported(source, all, ALL));
    Cairn target = process(backend());
    assertThrows(
        ImportRefusedException.class, () -> imported(target, all, Optional.of(newScope())));
    var unused = imported(target, scope, Optional.empty());
    assertThrows(ImportRefusedException.class, () -> imported(target, scope, Optional.empty()));
    assertThrows(ImportRefusedException.class, () -> imported(target, all, ALL));
    assertEquals(2, checkPairs(target, SCOPE));
  }

  @Test
  void anExportReplacesNoFile() throws IOException {
    Cairn source = small(backend());
    Path file = export(source, ALL);
    byte[] before = Files.readAllBytes(file);
    assertThrows(
        UncheckedIOException.class, () -> source.transfers().exportTo(file, ALL, told -> {}));
    assertEquals(before.length, Files.size(file));
  }

  @Test
  void aCopyNeedsNoFile() {
    Cairn source = filled();
    Cairn target = process(backend());
    TransferReport report =
        source.transfers().copyTo(target.transfers(), ALL, Optional.empty(), told -> {});
    assertTrue(report.check().orElseThrow().isClean());
    assertEquals(Contents.of(source, SCOPE), Contents.of(target, SCOPE));
    Scope scope = newScope();
    source
        .transfers()
        .copyTo(target.transfers(), Optional.of(SCOPE), Optional.of(scope), told -> {});
    assertEquals(Contents.of(source, SCOPE), Contents.of(target, scope));
    assertThrows(
        IllegalArgumentException.class,
        () -> source.transfers().copyTo(source.transfers(), ALL, ALL, told -> {}));
  }
}
