package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Malformed names, pauses at bad places, interrupts, and a database that is not there. */
class HostileCallsTest {
  private final AtomicBoolean isDown = new AtomicBoolean();

  @TempDir private Path directory;
  private CatalogFixture fixture;
  private IcebergCatalog catalog;

  @BeforeEach
  void open() {
    fixture =
        CatalogFixture.on(
            new SharedBackend(
                new InMemoryBackend(),
                operation -> {
                  if (isDown.get()) {
                    throw new BackendUnavailableException("down");
                  }
                }),
            directory);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of());
  }

  @AfterEach
  void close() {
    isDown.set(false);
    fixture.close();
  }

  private static final List<String> MALFORMED =
      List.of("", ".", "..", "a\u001Fb", "\uD800", "x\uDC00y", "long".repeat(2_000));

  private List<Runnable> operationsOn(TableIdentifier name) {
    return List.of(
        () -> catalog.tables().create(name, newTable(Map.of())),
        () -> catalog.tables().stageCreate(name, newTable(Map.of())),
        () -> catalog.tables().commit(setProperty(name, "a", "1")),
        () -> catalog.tables().load(name),
        () -> catalog.entities().drop(EntityKind.TABLE, name, true),
        () -> catalog.entities().rename(EntityKind.TABLE, name, ORDERS),
        () -> catalog.entities().rename(EntityKind.TABLE, ORDERS, name),
        () -> catalog.entities().undrop(1, name),
        () -> catalog.views().load(name));
  }

  @Test
  void malformedNamesAreRefusedAsSuchByEveryOperation() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    for (String bad : MALFORMED) {
      List<Runnable> operations = new ArrayList<>();
      if (!bad.isEmpty()) { // Iceberg itself has no identifier with an empty name
        operations.addAll(operationsOn(TableIdentifier.of(SALES, bad)));
      }
      operations.addAll(operationsOn(TableIdentifier.of(Namespace.of("sales", bad), "t")));
      operations.add(() -> catalog.namespaces().create(Namespace.of(bad), Map.of()));
      operations.add(() -> catalog.namespaces().drop(Namespace.of("sales", bad)));
      operations.add(() -> catalog.namespaces().update(Namespace.of(bad), Map.of(), Set.of()));
      operations.add(() -> catalog.namespaces().list(Namespace.of(bad)));
      for (int i = 0; i < operations.size(); i++) {
        Runnable operation = operations.get(i);
        assertThrows(
            ValidationException.class, operation::run, "operation " + i + " with '" + bad + "'");
      }
    }
    assertEquals(List.of(ORDERS), catalog.tables().list(SALES));
    assertEquals(1, fixture.metadataFiles().size());
  }

  /** Iceberg reads it in every commit but the first one. */
  @Test
  void aPropertyThatWouldRefuseEveryLaterCommitIsRefusedAtOnce() {
    for (String bad : List.of("abc", "", "99999999999")) {
      Map<String, String> properties = Map.of(TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, bad);
      assertThrows(
          ValidationException.class, () -> catalog.tables().create(ORDERS, newTable(properties)));
    }
    assertEquals(List.of(), catalog.tables().list(SALES));
    assertEquals(List.of(), fixture.metadataFiles());
  }

  /** However many it has, it can be renamed to the longest name, dropped and undropped. */
  @Test
  void aTableHasAsManyLocationsAsItsRecordHolds() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    int changes = 0;
    String refusal = "";
    while (refusal.isEmpty()) {
      String path = fixture.base + "/" + changes + "x".repeat(1_000);
      try {
        catalog.tables().commit(setProperty(ORDERS, "write.data.path", path));
        changes++;
      } catch (ValidationException e) {
        refusal = e.toString();
      }
    }
    assertTrue(refusal.contains("locations"), refusal);
    assertTrue(changes > 4, refusal);
    assertEquals(1 + changes, fixture.metadataFiles().size());
    TableIdentifier longest = TableIdentifier.of(SALES, "n".repeat(4_000));
    catalog.entities().rename(EntityKind.TABLE, ORDERS, longest);
    long id = catalog.entities().drop(EntityKind.TABLE, longest, false);
    catalog.entities().undrop(id, ORDERS);
    catalog.entities().rename(EntityKind.TABLE, ORDERS, longest);
    CatalogConsistency.check(fixture.store.current("main"));
  }

  /** Nothing exists in the empty namespace, which itself is no namespace. */
  @Test
  void theEmptyNamespaceHasNoTables() {
    TableIdentifier name = TableIdentifier.of(Namespace.empty(), "t");
    assertThrows(
        NoSuchNamespaceException.class, () -> catalog.tables().create(name, newTable(Map.of())));
    assertThrows(NoSuchTableException.class, () -> catalog.tables().load(name));
    assertThrows(
        NoSuchTableException.class, () -> catalog.tables().commit(setProperty(name, "a", "1")));
  }

  @Test
  void everyOtherNameIsValid() {
    for (String odd :
        List.of("\u0000", "a/b", "%2F", "a.b", " ", "\n", "\u202E", "\uD83D\uDE00", "?#", "~..")) {
      TableIdentifier name = TableIdentifier.of(SALES, odd);
      catalog.tables().create(name, newTable(Map.of()));
      catalog.tables().commit(setProperty(name, "a", "1"));
      assertEquals("1", catalog.tables().load(name).metadata().properties().get("a"));
      assertTrue(catalog.tables().list(SALES).contains(name));
      catalog.entities().undrop(catalog.entities().drop(EntityKind.TABLE, name, false));
    }
  }

  /**
   * What a default location takes over of a name is cut, also between two halves of a character.
   */
  @Test
  void aLongNameHasAValidDefaultLocation() {
    String pairs = "\uD835\uDC9C".repeat(40);
    Namespace deep = Namespace.of("sales", "x" + pairs, pairs, "n".repeat(200), "d".repeat(200));
    for (int levels = 2; levels <= deep.length(); levels++) {
      catalog.namespaces().create(Namespace.of(Arrays.copyOf(deep.levels(), levels)), Map.of());
    }
    for (String name : List.of("x" + pairs, pairs, "n".repeat(200))) {
      TableIdentifier table = TableIdentifier.of(deep, name);
      catalog.tables().create(table, newTable(Map.of()));
      assertTrue(catalog.tables().load(table).metadata().location().startsWith(fixture.base));
      catalog.tables().create(TableIdentifier.of(SALES, name), newTable(Map.of()));
    }
  }

  @Test
  void aMalformedRequestIdIsRefusedBeforeAnythingIsDone() {
    assertThrows(
        IllegalArgumentException.class, () -> CatalogRequest.of(Principal.NONE, "a\uD800"));
  }

  /** The first owner pauses before its commit; the second one takes over; the first one goes on. */
  @Test
  void anOwnerThatPausedDeletesItsOwnFileAndNotThatOfTheAppliedCommit() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    InterceptedStore paused = new InterceptedStore(fixture.store);
    IcebergCatalog second = fixture.catalog();
    TableCommit commit = append(ORDERS, null, 1, 1);
    try (IdempotentExecutor executor =
        fixture.cairn.idempotency().executor(fixture.store.scope())) {
      KeyedServer server =
          new KeyedServer(fixture.catalog(paused.store(), fixture.files), paused.store(), executor);
      IdempotentResult result =
          server.request(
              "key",
              view -> {
                paused.beforeNextCommit(
                    () -> second.forRequest(view.commits().request()).tables().commit(commit));
                view.tables().commit(commit);
              });
      assertEquals(
          catalog.tables().load(ORDERS).metadataFile(),
          assertInstanceOf(IdempotentResult.Executed.class, result)
              .outcome()
              .body()
              .bytes()
              .toUtf8());
    }
    assertEquals(2, fixture.metadataFiles().size());
    assertTrue(fixture.metadataFiles().contains(catalog.tables().load(ORDERS).metadataFile()));
  }

  @Test
  void anInterruptedThreadChangesNothingAndSaysSo() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    Thread.currentThread().interrupt();
    try {
      assertThrows(
          ServiceUnavailableException.class,
          () -> catalog.tables().commit(setProperty(ORDERS, "a", "1")));
    } finally {
      assertTrue(Thread.interrupted(), "the interrupt is kept");
    }
    assertEquals(1, fixture.metadataFiles().size());
    catalog.tables().commit(setProperty(ORDERS, "a", "1"));
  }

  @Test
  void ifTheDatabaseIsNotThereEveryMutationSaysThatNothingWasApplied() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    IcebergCatalog cold = fixture.catalog();
    isDown.set(true);
    for (Runnable mutation :
        List.<Runnable>of(
            () -> cold.tables().create(TableIdentifier.of(SALES, "t"), newTable(Map.of())),
            () -> cold.tables().commit(setProperty(ORDERS, "a", "1")),
            () -> cold.namespaces().create(Namespace.of("n"), Map.of()),
            () -> cold.namespaces().update(SALES, Map.of("a", "1"), Set.of()),
            () -> cold.entities().drop(EntityKind.TABLE, ORDERS, true))) {
      assertThrows(ServiceUnavailableException.class, mutation::run);
    }
    isDown.set(false);
    assertEquals(1, fixture.metadataFiles().size());
    assertTrue(catalog.tables().exists(ORDERS));
  }
}
