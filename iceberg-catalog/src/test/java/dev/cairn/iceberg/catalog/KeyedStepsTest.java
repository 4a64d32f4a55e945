package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test holds one sentence about requests with keys, with what would break it. */
class KeyedStepsTest {
  @TempDir private Path directory;
  private CatalogFixture fixture;
  private InterceptedStore intercepted;
  private IdempotentExecutor executor;
  private KeyedServer server;
  private IcebergCatalog other;

  /** The view of the request in progress: what an earlier owner, only slow, would still use. */
  private final AtomicReference<CatalogRequest> owned = new AtomicReference<>();

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    intercepted = new InterceptedStore(fixture.store);
    executor = fixture.cairn.idempotency().executor(fixture.store.scope());
    IcebergCatalog catalog = fixture.catalog(intercepted.store(), fixture.files);
    server = new KeyedServer(catalog, intercepted.store(), executor);
    other = fixture.catalog();
    other.namespaces().create(SALES, Map.of());
    other.tables().create(ORDERS, newTable(Map.of()));
  }

  @AfterEach
  void close() {
    executor.close();
    fixture.close();
  }

  private IdempotentResult send(String key, TableCommit commit) {
    return server.request(
        key,
        view -> {
          owned.set(view.commits().request());
          view.tables().commit(commit);
        });
  }

  /** A slow earlier owner of the request in progress applies {@code commit} now. */
  private Runnable earlier(TableCommit commit) {
    return () -> other.forRequest(owned.get()).tables().commit(commit);
  }

  private static void lose() {
    throw new UnknownOutcomeException("lost");
  }

  private static int status(IdempotentResult result) {
    return assertInstanceOf(IdempotentResult.Executed.class, result).outcome().status();
  }

  private List<Long> snapshots() {
    List<Long> found = new ArrayList<>();
    for (Snapshot snapshot : other.tables().load(ORDERS).metadata().snapshots()) {
      found.add(snapshot.snapshotId());
    }
    return found;
  }

  private void assertFiles(int count) {
    List<String> files = fixture.metadataFiles();
    assertEquals(count, files.size(), files::toString);
    assertTrue(files.contains(other.tables().load(ORDERS).metadataFile()), "the head names it");
  }

  /**
   * Applied, reply lost, repeated: the key is found applied, with the file of the first attempt.
   */
  @Test
  void anAttemptWithUnknownOutcomeIsRepeatedUnderItsKey() {
    intercepted.afterNextCommit(KeyedStepsTest::lose);
    assertEquals(200, status(send("key", append(ORDERS, null, 1, 1))));
    assertEquals(2, intercepted.commits());
    assertEquals(List.of(1L), snapshots());
    assertFiles(2);
  }

  @Test
  void withoutAKeyItIsNotRepeated() {
    intercepted.afterNextCommit(KeyedStepsTest::lose);
    IcebergCatalog plain = fixture.catalog(intercepted.store(), fixture.files);
    assertThrows(
        CommitStateUnknownException.class, () -> plain.tables().commit(append(ORDERS, null, 1, 1)));
    assertEquals(1, intercepted.commits());
    assertFiles(2);
  }

  /** Not applied, unknown; moved; planned again; applied: the first attempt cannot be any more. */
  @Test
  void filesOfUnknownAttemptsAreDeletedOnceAnotherAttemptOfTheRequestIsApplied() {
    intercepted.beforeNextCommit(KeyedStepsTest::lose);
    intercepted.beforeNextCommit(() -> other.tables().commit(setProperty(ORDERS, "b", "2")));
    assertEquals(200, status(send("key", append(ORDERS, null, 1, 1))));
    assertEquals(3, intercepted.commits());
    assertEquals(List.of(1L), snapshots());
    assertFiles(3);
  }

  /** The slow owner has a file of its own, which the head names; this owner has two others. */
  @Test
  void whenAnEarlierAttemptWasAppliedExactlyTheFilesThatItDoesNotNameAreDeleted() {
    TableCommit commit = setProperty(ORDERS, "a", "1");
    intercepted.beforeNextCommit(KeyedStepsTest::lose);
    intercepted.beforeNextCommit(() -> other.tables().commit(setProperty(ORDERS, "b", "2")));
    intercepted.beforeNextCommit(earlier(commit));
    IdempotentResult result = send("key", commit);
    assertEquals(200, status(result));
    assertFiles(3);
    assertEquals(
        other.tables().load(ORDERS).metadataFile(),
        ((IdempotentResult.Executed) result).outcome().body().bytes().toUtf8(),
        "the answer is the state that was applied");
  }

  /** All attempts of the first execution stay unknown; the head tells the next execution. */
  @Test
  void ifItStaysUnknownTheNextExecutionFindsOutAndNothingIsDeletedBefore() {
    intercepted.afterNextCommit(KeyedStepsTest::lose);
    intercepted.beforeNextCommit(() -> {});
    intercepted.beforeNextCommit(KeyedStepsTest::lose);
    intercepted.beforeNextCommit(KeyedStepsTest::lose);
    TableCommit commit = append(ORDERS, null, 1, 1);
    assertThrows(CommitStateUnknownException.class, () -> send("key", commit));
    assertFiles(2);
    assertEquals(200, status(send("key", commit)));
    assertEquals(List.of(1L), snapshots());
    assertFiles(2);
  }

  /** Unknown, then moved, then refused: the head records the refusal before the client hears it. */
  @Test
  void aRefusalAfterAnUnknownOutcomeIsRecordedInTheHead() {
    intercepted.beforeNextCommit(KeyedStepsTest::lose);
    intercepted.beforeNextCommit(() -> other.tables().commit(append(ORDERS, null, 7, 1)));
    TableCommit commit = append(ORDERS, null, 1, 1);
    assertEquals(409, status(send("key", commit)));
    // The unknown attempt was repeated, then moved. It stays unknown here: its file stays.
    assertFiles(3);
    RuntimeException late = assertThrows(RuntimeException.class, earlier(commit)::run);
    assertTrue(late.getMessage().contains("failed"), late::toString);
    assertEquals(List.of(7L), snapshots());
  }

  /** The same, but the slow attempt lands just before the refusal is recorded. */
  @Test
  void ifTheHeadHasAnotherOutcomeThatOneWins() {
    intercepted.beforeNextCommit(KeyedStepsTest::lose);
    intercepted.beforeNextCommit(() -> other.tables().commit(append(ORDERS, null, 7, 1)));
    // The slow owner has rebuilt the commit on the newer state; its client does not care how.
    intercepted.beforeNextFailure(earlier(append(ORDERS, 7L, 1, 2)));
    assertEquals(200, status(send("key", append(ORDERS, null, 1, 1))));
    assertEquals(List.of(7L, 1L), snapshots());
  }

  @Test
  void ifThatIsUnknownTheClientIsToldToRepeat() {
    intercepted.beforeNextCommit(KeyedStepsTest::lose);
    intercepted.beforeNextCommit(() -> other.tables().commit(append(ORDERS, null, 7, 1)));
    intercepted.beforeNextFailure(KeyedStepsTest::lose);
    IdempotentResult.Refused refused =
        assertInstanceOf(IdempotentResult.Refused.class, send("key", append(ORDERS, null, 1, 1)));
    assertEquals(ErrorSubtype.REQUEST_IN_PROGRESS, refused.subtype());
    assertTrue(refused.retryAfter().isPresent());
  }

  @Test
  void aReplayShowsTheStateThatTheRequestProducedAlsoIfItIsSuperseded() {
    TableCommit commit = setProperty(ORDERS, "a", "1");
    IdempotentResult first = send("key", commit);
    other.tables().commit(setProperty(ORDERS, "a", "2"));
    other.entities().drop(EntityKind.TABLE, ORDERS, false);
    Outcome replay =
        assertInstanceOf(IdempotentResult.Replayed.class, send("key", commit)).outcome();
    assertEquals(((IdempotentResult.Executed) first).outcome(), replay);
  }

  /** A change that returned instead of throwing would be recorded under the key. */
  @Test
  void whatAChangeThrowsIsNotRecordedUnderTheKey() {
    intercepted.beforeNextCommit(() -> other.tables().commit(setProperty(ORDERS, "b", "2")));
    assertEquals(200, status(send("key", setProperty(ORDERS, "a", "1"))));
    assertEquals(2, intercepted.commits());
    Map<String, String> properties = other.tables().load(ORDERS).metadata().properties();
    assertEquals("1", properties.get("a"));
    assertEquals("2", properties.get("b"));
    assertFalse(properties.containsKey("c"));
  }
}
