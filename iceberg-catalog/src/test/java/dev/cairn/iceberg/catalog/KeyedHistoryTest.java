package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.HeadId;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.iceberg.catalog.MutationResult.ResetResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restore or reset takes effect once under its key: a repetition undoes no later commit. */
class KeyedHistoryTest {
  private static final TableIdentifier ADDED = TableIdentifier.of(SALES, "added");

  @TempDir private Path directory;
  private final Backend backend = new InMemoryBackend();
  private final AtomicReference<CatalogRequest> owned = new AtomicReference<>();
  private CatalogFixture fixture;
  private IcebergCatalog catalog;
  private InterceptedStore intercepted;
  private HeadId earlier;

  @BeforeEach
  void changeATable() {
    fixture = CatalogFixture.on(new SharedBackend(backend), directory);
    intercepted = new InterceptedStore(fixture.store);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of());
    catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    earlier = fixture.store.current("main").head().orElseThrow();
    catalog.tables().commit(setProperty(ORDERS, "a", "2"));
    catalog.tables().create(ADDED, newTable(Map.of()));
  }

  @AfterEach
  void close() {
    CatalogConsistency.check(fixture.store.current("main"));
    fixture.close();
    backend.close();
  }

  private IdempotentResult send(CatalogFixture process, Consumer<CatalogHistory> mutation) {
    return send(process, "key", mutation);
  }

  private IdempotentResult send(
      CatalogFixture process, String key, Consumer<CatalogHistory> mutation) {
    IcebergCatalog bound =
        process == fixture
            ? fixture.catalog(intercepted.store(), fixture.files)
            : process.catalog();
    try (IdempotentExecutor executor =
        process.cairn.idempotency().executor(process.store.scope())) {
      return new KeyedServer(
              bound, process == fixture ? intercepted.store() : process.store, executor)
          .request(
              key,
              view -> {
                owned.set(view.commits().request());
                mutation.accept(view.history());
              });
    }
  }

  private Outcome first(Consumer<CatalogHistory> mutation) {
    return assertInstanceOf(IdempotentResult.Executed.class, send(fixture, mutation)).outcome();
  }

  /** The answer of a process that has nothing cached. */
  private Outcome again(Consumer<CatalogHistory> mutation) {
    try (CatalogFixture process = CatalogFixture.on(new SharedBackend(backend), directory)) {
      return assertInstanceOf(IdempotentResult.Replayed.class, send(process, mutation)).outcome();
    }
  }

  private void restore(CatalogHistory history) {
    assertEquals(ORDERS, history.restore(ORDERS, earlier));
  }

  private void reset(CatalogHistory history) {
    assertEquals(new ResetReport(1, List.of(ADDED), List.of()), history.reset(earlier));
  }

  private String value() {
    return catalog.tables().load(ORDERS).metadata().properties().getOrDefault("a", "none");
  }

  private static void lose() {
    throw new UnknownOutcomeException("lost");
  }

  @Test
  void aRestoreIsReplayed() {
    Outcome restored = first(this::restore);
    assertEquals("1", value());
    catalog.tables().commit(setProperty(ORDERS, "a", "3"));
    List<String> files = fixture.metadataFiles();
    assertEquals(restored, again(this::restore));
    assertEquals("3", value());
    assertEquals(files, fixture.metadataFiles());
  }

  /** Also if the reply to the first attempt is lost, so that the second one finds the key. */
  @Test
  void theFileThatARestoreExportedStaysIfTheHeadNamesIt() {
    for (boolean isLost : List.of(false, true)) {
      if (isLost) {
        intercepted.afterNextCommit(KeyedHistoryTest::lose);
      }
      int files = fixture.metadataFiles().size();
      Outcome unused =
          assertInstanceOf(
                  IdempotentResult.Executed.class, send(fixture, "key" + isLost, this::restore))
              .outcome();
      assertTrue(
          fixture.metadataFiles().contains(catalog.tables().load(ORDERS).metadataFile()),
          "the head names a file that is gone");
      assertEquals(files + 1, fixture.metadataFiles().size());
    }
  }

  @Test
  void aResetIsReplayedWithItsReport() {
    Outcome reset = first(this::reset);
    assertEquals("1", value());
    catalog.tables().commit(setProperty(ORDERS, "a", "3"));
    catalog.entities().undrop(catalog.entities().dropped().get(0).id());
    assertEquals(reset, again(this::reset));
    assertTrue(reset.body().bytes().toUtf8().contains("sales.added"), reset::toString);
    assertEquals("3", value());
    assertTrue(catalog.tables().exists(ADDED));
  }

  /** Applied, reply lost, and another commit before the repetition. */
  @Test
  void afterALostReplyTheKeyTellsThatTheRestoreIsApplied() {
    intercepted.afterNextCommit(
        () -> {
          catalog.tables().commit(setProperty(ORDERS, "a", "3"));
          lose();
        });
    Outcome unused = first(this::restore);
    assertEquals(2, intercepted.commits());
    assertEquals("3", value());
  }

  @Test
  void afterALostReplyTheKeyTellsThatTheResetIsApplied() {
    intercepted.afterNextCommit(
        () -> {
          catalog.tables().commit(setProperty(ORDERS, "a", "3"));
          lose();
        });
    Outcome unused = first(this::reset);
    assertEquals(2, intercepted.commits());
    assertEquals("3", value());
  }

  /** An earlier owner of the request, only slow, comes after another commit. */
  @Test
  void aSlowEarlierOwnerChangesNothingAndLeavesNoFile() {
    Outcome unused = first(this::restore);
    catalog.tables().commit(setProperty(ORDERS, "a", "3"));
    List<String> files = fixture.metadataFiles();
    restore(catalog.forRequest(owned.get()).history());
    assertEquals("3", value());
    assertEquals(files, fixture.metadataFiles());
  }

  @Test
  void aPreviewOfAResetSaysWhatItWouldDoAndChangesNothing() {
    ResetReport preview = catalog.history().previewReset(earlier);
    assertEquals("2", value());
    assertEquals(preview, catalog.history().reset(earlier));
  }

  /** Heads keep only where the report is. */
  @Test
  void theReportOfAResetIsAnObjectHoweverManyTablesItNames() {
    List<TableIdentifier> many =
        IntStream.range(0, 5_000).mapToObj(i -> TableIdentifier.of("a", "b", "t" + i)).toList();
    ResetReport report = new ResetReport(1, many, List.of());
    assertEquals(report, ResetRecord.of(report).report());
    Bytes summary =
        MutationSummary.of("reset", new ResetResult(new ObjectRef(CatalogTypes.RESET, 1), report))
            .encode();
    assertTrue(summary.length() < 100);
  }
}
