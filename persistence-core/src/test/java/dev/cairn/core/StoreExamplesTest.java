package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.Store;
import dev.cairn.core.TestTypes.Snapshot;
import dev.cairn.core.TestTypes.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
}
