package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.store.HeadId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that dies at any step of a mutation leaves a catalog whose indexes agree, whose states
 * name files that are there, and in which another process can do the same.
 */
class CrashedMutationTest {
  private static final TableIdentifier ITEMS = TableIdentifier.of(SALES, "items");
  private static final TableIdentifier FREE = TableIdentifier.of(SALES, "free");
  private static final int MAX_STEPS = 40;

  @TempDir private Path directory;
  private HeadId earlier;

  @SuppressWarnings("ImmutableEnumChecker") // Functions do not change.
  private enum Mutation {
    CREATE((catalog, test) -> catalog.tables().create(FREE, newTable(Map.of()))),
    COMMIT((catalog, test) -> catalog.tables().commit(append(ORDERS, 1L, 2, 2))),
    TRANSACTION(
        (catalog, test) ->
            catalog
                .tables()
                .commit(List.of(append(ORDERS, 1L, 2, 2), setProperty(ITEMS, "a", "b")))),
    REPLAN(
        (catalog, test) ->
            catalog
                .tables()
                .commit(List.of(setProperty(ORDERS, "a", "c"), setProperty(ITEMS, "a", "b")))),
    REGISTER(
        (catalog, test) ->
            catalog.tables().register(ITEMS, catalog.tables().load(ITEMS).metadataFile(), true)),
    RENAME((catalog, test) -> catalog.entities().rename(EntityKind.TABLE, ORDERS, FREE)),
    DROP((catalog, test) -> catalog.entities().drop(EntityKind.TABLE, ORDERS, true)),
    UNDROP(
        (catalog, test) ->
            catalog.entities().undrop(catalog.entities().dropped().get(0).id(), FREE)),
    DROP_NAMESPACE((catalog, test) -> catalog.namespaces().drop(Namespace.of("empty"))),
    RESTORE((catalog, test) -> catalog.history().restore(ORDERS, test.earlier)),
    RESET((catalog, test) -> catalog.history().reset(test.earlier));

    private final Act act;

    Mutation(Act act) {
      this.act = act;
    }
  }

  private interface Act {
    void run(IcebergCatalog catalog, CrashedMutationTest test);
  }

  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** A process that dies at one step, and does nothing afterwards. */
  private static final class Mortal {
    private final int deathAt;
    private int steps;

    Mortal(int deathAt) {
      this.deathAt = deathAt;
    }

    void step() {
      if (steps++ >= deathAt) {
        throw new Death();
      }
    }

    boolean isAlive() {
      return steps <= deathAt;
    }

    /** Files with a step before and after each call. */
    FileIO files(FileIO files) {
      return (FileIO)
          Proxy.newProxyInstance(
              FileIO.class.getClassLoader(),
              new Class<?>[] {FileIO.class},
              (proxy, method, arguments) -> {
                step();
                try {
                  Object result = method.invoke(files, arguments);
                  step();
                  return result;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void whateverStepItDiesAtTheStatesNameFilesThatAreThere(Mutation mutation) {
    int step = 0;
    while (!ended(mutation, step)) {
      step++;
    }
    assertTrue(step > 1 && step < MAX_STEPS, "steps: " + step);
  }

  /** Whether the process did not get to the step that it dies at. */
  private boolean ended(Mutation mutation, int deathAt) {
    try (CatalogFixture fixture = new CatalogFixture(directory.resolve(mutation + "-" + deathAt))) {
      IcebergCatalog survivor = fixture.catalog();
      fill(fixture, survivor);
      Mortal process = new Mortal(deathAt);
      InterceptedStore store = new InterceptedStore(fixture.store);
      if (mutation == Mutation.REPLAN) {
        store.beforeNextCommit(() -> survivor.tables().commit(setProperty(ORDERS, "a", "2")));
      }
      for (int i = 0; i < MAX_STEPS; i++) {
        store.beforeNextCommit(process::step);
        store.afterNextCommit(process::step);
      }
      IcebergCatalog mortal = fixture.catalog(store.store(), process.files(fixture.files));
      Consumer<IcebergCatalog> act = catalog -> mutation.act.run(catalog, this);
      boolean isDead = false;
      try {
        act.accept(mortal);
      } catch (Death e) {
        isDead = true;
      }
      assertEquals(isDead, !process.isAlive());
      check(fixture, mutation);
      if (isDead) {
        try {
          act.accept(survivor);
        } catch (RuntimeException applied) {
          String refusals = applied.getClass().getPackageName();
          assertTrue(
              refusals.equals("org.apache.iceberg.exceptions")
                  || applied instanceof IndexOutOfBoundsException,
              applied::toString);
        }
        check(fixture, mutation);
      }
      return !isDead;
    }
  }

  private void fill(CatalogFixture fixture, IcebergCatalog catalog) {
    catalog.namespaces().create(SALES, Map.of());
    catalog.namespaces().create(Namespace.of("empty"), Map.of());
    Map<String, String> deleting =
        Map.of(
            TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true",
            TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, "1");
    catalog.tables().create(ORDERS, newTable(deleting));
    catalog.tables().create(ITEMS, newTable(deleting));
    earlier = fixture.store.current("main").head().orElseThrow();
    catalog.tables().commit(append(ORDERS, null, 1, 1));
    catalog.tables().commit(setProperty(ORDERS, "a", "1"));
    TableIdentifier dropped = TableIdentifier.of(SALES, "dropped");
    catalog.tables().create(dropped, newTable(Map.of()));
    catalog.entities().drop(EntityKind.TABLE, dropped, false);
  }

  private static void check(CatalogFixture fixture, Mutation mutation) {
    CatalogConsistency.check(fixture.store.current("main"));
    if (mutation == Mutation.RESET) {
      return; // the files of earlier states may be deleted, and are not written again
    }
    CatalogState state = new CatalogState(fixture.store.current("main"));
    List<EntityEntry> entities = new ArrayList<>();
    IndexCursor<EntityEntry> contents = state.contents().list(IndexRange.all());
    while (contents.next()) {
      entities.add(contents.value());
    }
    IndexCursor<DroppedEntity> dropped = state.dropped().list(IndexRange.all());
    while (dropped.next()) {
      entities.add(dropped.value().entry());
    }
    for (EntityEntry entity : entities) {
      String file = state.table(entity.state()).metadataFile();
      assertTrue(fixture.files.newInputFile(file).exists(), file);
    }
  }
}
