package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.ClaimConflictException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Updateable;
import dev.cairn.api.store.Updateables;
import dev.cairn.api.store.View;
import dev.cairn.core.TestTypes.Counter;
import dev.cairn.core.TestTypes.Snapshot;
import dev.cairn.core.TestTypes.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/applications.md. */
class StoreExamplesTest {
  private final Cairn cairn =
      Cairn.open(Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings()));
  private final Store store = cairn.store(new Scope("acme", "sales"));

  @AfterEach
  void close() {
    cairn.close();
  }

  @Test
  void preparedValues() {
    store.createReference("main");
    Prepared<Snapshot> snapshot = store.prepare(new Snapshot("s3://bucket/orders/1.avro"));
    Prepared<Table> table =
        store.prepare(Table.of("orders", Map.of(), Bytes.empty(), List.of(snapshot.ref().id())));
    ObjectRef ref =
        store
            .commit(
                "main",
                workspace -> {
                  workspace.put(snapshot);
                  workspace.index("tables").put(Key.of("orders"), workspace.put(table));
                  return table.ref();
                })
            .value();
    assertEquals(table.ref(), ref);
    assertEquals(
        Optional.of(table.value()),
        store.current("main").find(Table.class, "tables", Key.of("orders")));
  }

  @Test
  void keyedCommits() {
    store.createReference("main");
    Instant accepted = Instant.now();
    Duration window = Duration.ofHours(1);
    CommitKey key = new CommitKey("create orders", "", accepted, accepted.plus(window), window);
    Change<Bytes> change =
        workspace -> {
          ObjectRef ref = workspace.put(Table.named("orders"));
          workspace.index("tables").put(Key.of("orders"), ref);
          return Bytes.ofUtf8(ref.toString());
        };
    PendingCommit<KeyedCommit> pending = store.submit("main", key, change);
    KeyedCommit first = pending.result().toCompletableFuture().join().value();
    KeyedCommit.Applied applied = assertInstanceOf(KeyedCommit.Applied.class, first);
    KeyedCommit again = store.commit("main", key, change, Duration.ofMinutes(2));
    assertEquals(new KeyedCommit.AlreadyApplied(applied.result(), applied.id()), again);
  }

  @Test
  void claims() {
    Catalogs catalogs = cairn.catalogs();
    catalogs.createTenant("acme", Map.of());
    catalogs.createTenant("other", Map.of());
    CatalogClaim base = new CatalogClaim("storage", "s3://bucket/sales");
    Catalog sales = catalogs.createCatalog("acme", "sales", Map.of(), List.of(base));
    assertEquals(List.of(base), sales.claims());
    CatalogClaim inside = new CatalogClaim("storage", "s3://bucket/sales/2026");
    ClaimConflictException refused =
        assertThrows(
            ClaimConflictException.class,
            () -> catalogs.createCatalog("other", "thief", Map.of(), List.of(inside)));
    assertEquals(base, refused.existing());
  }

  @Test
  void branches() {
    store.createReference("main");
    store.commit(
        "main",
        workspace -> {
          workspace.index("tables").put(Key.of("t"), workspace.put(Table.named("t")));
          return 0;
        });
    HeadId head = store.current("main").head().orElseThrow();
    store.createReference("experiment", "main", head);
    store.commit(
        "experiment",
        workspace -> {
          workspace.index("tables").remove(Key.of("t"));
          workspace.index("users").put(Key.of("ann"), workspace.put(new Snapshot("ann")));
          return 0;
        });
    assertEquals(Set.of("tables"), store.current("main").indexNames());
    HeadId first = store.log("experiment", 2).entries().get(1).id().head();
    store.resetReference("experiment", first, "undo the migration", Set.of("users"));
    assertEquals(Set.of("tables", "users"), store.current("experiment").indexNames());
    ObjectRef restored =
        store
            .commit(
                "experiment",
                workspace -> {
                  View earlier = workspace.earlier(first);
                  ObjectRef table = earlier.index("tables").get(Key.of("t")).orElseThrow();
                  workspace.index("tables").put(Key.of("again"), table);
                  return table;
                })
            .value();
    assertEquals(
        Optional.of(restored), store.current("experiment").index("tables").get(Key.of("again")));
  }

  @Test
  void derivedObjects() {
    store.createReference("main");
    ObjectRef ref =
        store
            .commit(
                "main",
                workspace -> {
                  ObjectRef table = workspace.put(Table.named("orders"));
                  ObjectRef derived = workspace.put(new Snapshot("of orders"), table);
                  workspace.index("tables").put(Key.of("orders"), table);
                  workspace.index("snapshots").put(Key.of("orders"), derived);
                  return table;
                })
            .value();
    assertEquals(
        "of orders",
        store.current("main").get(Snapshot.class, new ObjectRef("snapshot", ref.id())).name());
  }

  @Test
  void updateableObjects() {
    Updateables counters = store.updateables();
    assertInstanceOf(
        Updateables.Result.Applied.class, counters.insert("acme", new Counter("acme", 100)));
    Updateable<Counter> counter = counters.find(Counter.class, "acme").orElseThrow();
    Counter next = new Counter("acme", counter.value().count() - 1);
    assertInstanceOf(Updateables.Result.Applied.class, counters.swap(counter, next));
    Updateables.Result.Conflict<?> conflict =
        assertInstanceOf(Updateables.Result.Conflict.class, counters.swap(counter, next));
    assertEquals(Optional.of(next), conflict.found().map(Updateable::value));
  }

  @Test
  void aChangeThatCommitsIsRefused() {
    store.createReference("main");
    assertThrows(
        IllegalStateException.class,
        () -> store.commit("main", workspace -> cairn.catalogs().createTenant("inner", Map.of())));
  }

  @Test
  void handlesOnOneStore() {
    Scope sales = new Scope("acme", "sales");
    try (Store handle = cairn.store(sales)) {
      handle.createReference("main");
    }
    assertEquals(Optional.empty(), store.current("main").head());
  }

  @Test
  void cachedReads() {
    Updateables counters = store.updateables();
    assertInstanceOf(
        Updateables.Result.Applied.class, counters.insert("acme", new Counter("acme", 100)));
    Updateable<Counter> counter = counters.findRecent(Counter.class, "acme").orElseThrow();
    assertEquals(100, counter.value().count());
  }

  @Test
  void sizesOfIndexes() {
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "inmemory")
            .set("cairn.index.embedded-size", "8k")
            .build(Cairn.settings());
    try (Cairn other = Cairn.open(configuration)) {
      Store larger = other.store(new Scope("acme", "sales"));
      larger.createReference("main");
      assertEquals(Set.of(), larger.current("main").indexNames());
    }
  }
}
