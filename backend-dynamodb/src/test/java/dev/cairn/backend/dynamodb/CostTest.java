package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.TestRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The cost of rows and commits, in the units that DynamoDB charges. */
class CostTest {
  @RegisterExtension final TestRun run = new TestRun();

  private DynamoDbBackend backend;

  @BeforeEach
  void open() {
    backend =
        run.once(
            CostTest.class, DynamoDbBackend.class, () -> TestSettings.of(run, "cost-").create());
  }

  private static ReferenceRow largest(int commits) {
    Scope scope = new Scope("t".repeat(128), "c".repeat(128));
    String unique = UUID.randomUUID().toString();
    ReferenceKey key = new ReferenceKey(scope, unique + "n".repeat(256 - unique.length()));
    EarlierHeads earlier = EarlierHeads.none();
    EarlierHeads longest = earlier;
    for (int version = 2; version < commits; version++) {
      earlier = earlier.plus(new HeadVersion(version, Long.MAX_VALUE - version));
      longest = earlier.toBytes().length() > longest.toBytes().length() ? earlier : longest;
    }
    return new ReferenceRow(
        key,
        OptionalLong.of(Long.MAX_VALUE),
        commits,
        Rows.token(),
        Rows.CREATED,
        longest,
        OptionalLong.of(Rows.CREATED));
  }

  /** The size that DynamoDB counts: the bytes of all names and values. */
  private static int size(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .mapToInt(
            attribute ->
                attribute.getKey().getBytes(StandardCharsets.UTF_8).length
                    + attribute.getValue().b().asByteArray().length)
        .sum();
  }

  @Test
  void referenceWithTheLongestNamesStaysUnderOneKilobyte() {
    ReferenceRow row = largest(200_000);
    int size = size(RowKind.REFERENCE.toItem(row));
    assertTrue(size <= 1024, () -> "a reference's item takes " + size + " bytes");
  }

  // The turns of 30 processes: a byte, and two for each.
  @Test
  void referenceThatThirtyProcessesWaitForStaysUnderOneKilobyte() {
    ReferenceRow longest = largest(200_000);
    ReferenceRow row =
        new ReferenceRow(
                longest.key(),
                longest.headId(),
                longest.version(),
                longest.token(),
                longest.createdAtMicros(),
                longest.earlierHeads(),
                OptionalLong.empty())
            .withTurns(Bytes.wrap(new byte[61]), Rows.token());
    int size = size(RowKind.REFERENCE.toItem(row));
    assertTrue(size <= 1024, () -> "a reference's item takes " + size + " bytes");
  }

  @Test
  void swapOfAReferenceIsOneRequestAndOneWriteUnit() {
    ReferenceRow row = largest(1_000);
    assertEquals(CasResult.applied(), backend.insertReference(row));
    Cost cost = new Cost();
    assertEquals(CasResult.applied(), backend.swapReference(row.token(), row.fence(Rows.token())));
    cost.is(1, 0, 1);
  }

  @Test
  void readOfAReferenceIsOneRequestAndOneReadUnitAtMost() {
    ReferenceKey key = Rows.reference(Rows.scope()).key();
    Cost cost = new Cost();
    assertEquals(Optional.empty(), backend.readReference(key, ReadMode.STRONG));
    cost.is(1, 1, 0);
    cost = new Cost();
    assertEquals(Optional.empty(), backend.readReference(key, ReadMode.WEAK));
    cost.is(1, 0.5, 0);
  }

  @Test
  void bulkCallsAreOneRequestPerBatch() {
    Scope scope = Rows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < 26; id++) {
      rows.add(Rows.immutable(scope, id));
    }
    Cost cost = new Cost();
    backend.write(rows.subList(0, 25));
    cost.is(1, 0, 25);
    cost = new Cost();
    backend.write(rows);
    cost.is(2, 0, 26);
    cost = new Cost();
    var unused = backend.fetch(rows.stream().map(ObjectRow::key).toList(), ReadMode.STRONG);
    assertEquals(1, cost.requests());
  }

  @Test
  void commitIsTwoRequestsAndSharedByAGroup() {
    // The suite of the engine counts calls; this counts what reaches DynamoDB.
    TestSettings settings = TestSettings.of(run, "cost-");
    DynamoDbBackend own = settings.open();
    try (Cairn cairn = Counting.engine(own)) {
      Store store = cairn.store(Counting.scope("t-" + UUID.randomUUID()));
      store.createReference(Counting.MAIN);
      Counting.commit(store, "warm");
      backend = own;
      Cost alone = new Cost();
      for (int i = 0; i < 10; i++) {
        Counting.commit(store, "alone " + i);
      }
      // Renewals of the node's lease may come in between.
      assertTrue(alone.requests() >= 20 && alone.requests() <= 22, alone::toString);
      Cost group = new Cost();
      List<PendingCommit<Boolean>> pending = new ArrayList<>();
      CountDownLatch submitted = new CountDownLatch(1);
      for (int i = 0; i < 50; i++) {
        String name = "grouped " + i;
        pending.add(
            store.submit(
                Counting.MAIN,
                workspace -> {
                  await(submitted);
                  return Counting.raise(workspace, name);
                }));
      }
      submitted.countDown();
      for (PendingCommit<Boolean> commit : pending) {
        assertTrue(commit.result().toCompletableFuture().join().value());
      }
      assertTrue(group.requests() < 50, group::toString);
    }
  }

  private static void await(CountDownLatch event) {
    try {
      event.await();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** The units spent since its creation. */
  private final class Cost {
    private final Map<String, Double> before = backend.statistics();

    private double since(String name) {
      return backend.statistics().get(name) - before.get(name);
    }

    double requests() {
      return since("requests.total");
    }

    void is(double requests, double readUnits, double writeUnits) {
      assertEquals(requests, requests(), "requests");
      assertEquals(readUnits, since("read-units.total"), "read units");
      assertEquals(writeUnits, since("write-units.total"), "write units");
    }

    @Override
    public String toString() {
      return "%.0f requests, %.1f read units, %.1f write units"
          .formatted(requests(), since("read-units.total"), since("write-units.total"));
    }
  }
}
