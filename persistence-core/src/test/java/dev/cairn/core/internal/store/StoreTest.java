package dev.cairn.core.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.TestTypes.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoreTest {
  private static final String MAIN = "main";

  private final TestEnvironment world = new TestEnvironment();
  private final InMemoryBackend backend = new InMemoryBackend();
  private final TestStores stores = new TestStores(world.environment(5), Runnable::run);
  private final EngineStore store = stores.open(backend);

  @BeforeEach
  void create() {
    store.createReference(MAIN);
  }

  private static Bytes key(String name) {
    return Key.of("sales", name);
  }

  private static Committed<ObjectRef> create(Store store, String name) {
    return store.commit(
        MAIN,
        workspace -> {
          if (workspace.index("tables").contains(key(name))) {
            throw new IllegalStateException("there is a table " + name);
          }
          ObjectRef ref = workspace.put(Table.named(name));
          workspace.index("tables").put(key(name), ref);
          workspace.message("create " + name);
          return ref;
        });
  }

  @Test
  void whatIsCommittedIsFound() {
    Committed<ObjectRef> committed = create(store, "orders");
    assertTrue(committed.id().isPresent());
    Optional<Table> found = store.current(MAIN).find(Table.class, "tables", key("orders"));
    assertEquals("orders", found.orElseThrow().name());
    assertEquals(CommitStatus.APPLIED, store.commitStatus(committed.id().get()));
  }

  @Test
  void anotherProcessSeesIt() {
    create(store, "orders");
    EngineStore other = stores.open(backend);
    assertEquals(
        "orders",
        other.current(MAIN).find(Table.class, "tables", key("orders")).orElseThrow().name());
    create(other, "customers");
    // This store does not know of the move, and must not fail for it.
    create(store, "parts");
    assertEquals(3, other.current(MAIN).index("tables").count(IndexRange.all()));
  }

  @Test
  void aFailedRequirementChangesNothingAndReachesTheCaller() {
    create(store, "orders");
    long version = store.current(MAIN).version();
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> create(store, "orders"));
    assertEquals("there is a table orders", e.getMessage());
    assertEquals(version, store.current(MAIN).version());
  }

  @Test
  void aChangeSeesItsOwnEdits() {
    create(store, "a");
    store.commit(
        MAIN,
        workspace -> {
          WorkingIndex<ObjectRef> tables = workspace.index("tables");
          ObjectRef b = workspace.put(Table.named("b"));
          tables.put(key("b"), b);
          tables.remove(key("a"));
          assertEquals(Optional.of(b), tables.get(key("b")));
          assertEquals(Optional.empty(), tables.get(key("a")));
          assertEquals("b", workspace.get(Table.class, b).name());
          assertEquals(1, tables.count(IndexRange.all()));
          assertEquals(key("b"), tables.first().orElseThrow().key());
          assertEquals(
              List.of(key("b")), List.copyOf(tables.getAll(List.of(key("a"), key("b"))).keySet()));
          return 0;
        });
    assertEquals(1, store.current(MAIN).index("tables").count(IndexRange.all()));
  }

  @Test
  void theLogTellsAllCommitsNewestFirst() {
    for (int i = 0; i < 30; i++) {
      create(store, "t" + i);
    }
    LogPage page = store.log(MAIN, 12);
    assertEquals(12, page.entries().size());
    assertEquals("create t29", page.entries().get(0).message());
    assertEquals(List.of(key("t29")), page.entries().get(0).changedKeys().get("tables"));
    CommitId next = page.next().orElseThrow();
    LogPage rest = stores.open(backend).log(next, 100);
    assertEquals(18, rest.entries().size());
    assertEquals("create t17", rest.entries().get(0).message());
    assertEquals("create t0", rest.entries().get(17).message());
    assertEquals(Optional.empty(), rest.next());
  }

  @Test
  void thereIsNothingToCommitToWithoutAReference() {
    assertThrows(
        ReferenceNotFoundException.class, () -> store.commit("other", workspace -> "done"));
  }
}
