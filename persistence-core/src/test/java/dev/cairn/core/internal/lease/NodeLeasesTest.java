package dev.cairn.core.internal.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdMetrics;
import dev.cairn.snowflake.IdRuntime;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.NoNodeAvailableException;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.NodeLeaseStore.Acquisition;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.snowflake.SnowflakeIds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

class NodeLeasesTest {
  private static final long START = 1_000_000;
  private static final Duration DURATION = Duration.ofMinutes(5);

  private final LossyBackend lossy = new LossyBackend(new InMemoryBackend());
  private final InterleavingBackend backend = new InterleavingBackend(lossy);
  private final TestHolder first = new TestHolder("first", backend, START);
  private final TestHolder second = new TestHolder("second", backend, START);

  private static NodeLease granted(TestHolder process, int node) {
    return assertInstanceOf(
            Acquisition.Granted.class, process.nodeLeases().acquire(node, process.holder, DURATION))
        .lease();
  }

  private Optional<ObjectRow> row(int node) {
    ObjectKey key =
        new ObjectKey(Scope.SYSTEM, "cairn.node-lease", ObjectId.of(SnowflakeId.of(0, node, 0)));
    return backend.fetch(List.of(key), ReadMode.STRONG).get(0);
  }

  @Test
  void allLeasesThatWereEverTakenAreListedByNode() {
    NodeLease lease = granted(first, 7);
    NodeLease other = granted(second, 3);
    assertEquals(List.of(other.info(), lease.info()), NodeLeases.list(first.objects));
    assertInstanceOf(NodeLease.Release.Released.class, lease.release(START));
    assertTrue(NodeLeases.list(first.objects).get(1).released());
  }

  @Test
  void theRowOfANodeIsAnUpdateableObjectThatNothingRemoves() {
    NodeLease lease = granted(first, 17);
    ObjectRow row = row(17).orElseThrow();
    assertTrue(row.token().isPresent());
    assertEquals(OptionalLong.empty(), row.expiresAtMicros());
    lease.release(START);
    assertEquals(OptionalLong.empty(), row(17).orElseThrow().expiresAtMicros());
  }

  @Test
  void aNodePassesFromHolderToHolderWithItsUntil() {
    NodeLease lease = granted(first, 0);
    assertEquals(0, lease.previousUntil());
    NodeLeaseInfo info =
        new NodeLeaseInfo(0, first.holder, false, START, START + DURATION.toMillis());
    assertEquals(info, lease.info());
    assertEquals(
        new Acquisition.Held(info), second.nodeLeases().acquire(0, second.holder, DURATION));
    assertInstanceOf(NodeLease.Release.Released.class, lease.release(START + 7));
    second.now = START + 7;
    assertEquals(START + 7, granted(second, 0).previousUntil());
  }

  @Test
  void aHolderThatLostItsNodeLearnsTheNewHolder() {
    NodeLease lease = granted(first, 0);
    second.now = START + 2 * DURATION.toMillis();
    NodeLeaseInfo taken = granted(second, 0).info();
    assertEquals(second.holder, taken.holder());
    assertEquals(new NodeLease.Renewal.Lost(Optional.of(taken)), lease.renew(DURATION));
    assertEquals(new NodeLease.Release.Lost(Optional.of(taken)), lease.release(START + 9));
  }

  @Test
  void aRenewalSaysUntilWhen() {
    NodeLease lease = granted(first, 0);
    first.now += 1_000;
    assertEquals(
        new NodeLease.Renewal.Renewed(START + 1_000 + DURATION.toMillis()), lease.renew(DURATION));
  }

  @Test
  void unsettledChangesAreReportedAsUnknown() {
    NodeLease lease = granted(first, 0);
    lossy.all(Fate.LOST);
    NodeLease.Renewal.Unknown renewal =
        assertInstanceOf(NodeLease.Renewal.Unknown.class, lease.renew(DURATION));
    assertTrue(renewal.cause().getMessage().contains("renewal of node 0"));
    assertInstanceOf(NodeLease.Release.Unknown.class, lease.release(START));
    assertInstanceOf(
        Acquisition.Unknown.class, first.nodeLeases().acquire(1, first.holder, DURATION));
  }

  @Test
  void aThousandAndTwentyFourProcessesShareTheNodesAndOneMoreLearnsTheHolders() {
    Set<Integer> nodes = new HashSet<>();
    for (int i = 0; i < SnowflakeId.NODES; i++) {
      TestHolder process = new TestHolder("p" + i, backend, START);
      assertTrue(nodes.add(SnowflakeId.node(open(process).nextId())));
    }
    NoNodeAvailableException none =
        assertThrows(NoNodeAvailableException.class, () -> open(second));
    assertEquals(SnowflakeId.NODES, none.holders().size());
    assertEquals(
        SnowflakeId.NODES, none.holders().stream().map(NodeLeaseInfo::holder).distinct().count());
  }

  private static SnowflakeIds open(TestHolder process) {
    IdScheduler never =
        new IdScheduler() {
          @Override
          public void execute(Runnable task) {}

          @Override
          public Repeated every(Duration period, Runnable task) {
            return () -> {};
          }
        };
    return SnowflakeIds.open(
        process.nodeLeases(),
        process.holder,
        IdSettings.DEFAULT,
        new IdRuntime(
            process.environment.clock(),
            process.environment.waiter()::await,
            never,
            process.environment.random(),
            IdMetrics.NONE));
  }

  /** How a process sets up its IDs on a backend: real time, real threads. */
  @Test
  void exampleOfIdsOnABackend() {
    Environment environment = Environment.system();
    UpdateableObjects objects =
        new UpdateableObjects(backend, new Codec(1), Scope.SYSTEM, environment);
    Duration maxClockSkew = Duration.ofSeconds(5);
    NodeLeases leases =
        new NodeLeases(new Leases<>(objects, LeaseField.whole(), environment, maxClockSkew));
    ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    IdRuntime runtime =
        new IdRuntime(
            environment.clock(),
            environment.waiter()::await,
            IdScheduler.of(executor),
            environment.random(),
            IdMetrics.NONE);
    int node;
    try (SnowflakeIds ids =
        SnowflakeIds.open(leases, new LeaseHolder("db-17", "4711"), IdSettings.DEFAULT, runtime)) {
      node = ids.info().orElseThrow().node();
      assertEquals(node, SnowflakeId.node(ids.nextId()));
    } finally {
      executor.shutdown();
    }
    assertTrue(objects.read(NodeLeases.idOf(node)).orElseThrow().value().released());
  }

  /** Persisted permanently: if this fails, the change needs a new format level. */
  @Test
  void theStoredFormIsThatOfTheGoldenFile() throws IOException {
    LeaseState lease =
        LeaseState.granted(
            "00112233445566778899aabbccddeeff",
            new LeaseHolder("db-17", "4711"),
            START,
            START + 300_000,
            Map.of("later", new IntNode(7)));
    Codec codec = new Codec(1);
    Bytes stored = golden("node-lease-level-1");
    assertEquals(
        stored.toHex(),
        codec
            .encodeUpdateable(
                NodeLeases.TYPE, lease, Optional.empty(), Optional.of(new Token(1, 2)))
            .toHex());
    ObjectKey key = new ObjectKey(Scope.SYSTEM, NodeLeases.TYPE.name(), ObjectId.of(0));
    assertEquals(lease, codec.decode(NodeLeases.TYPE, key, Envelope.ofBytes(key, stored)));
  }

  private static Bytes golden(String name) throws IOException {
    try (InputStream in = NodeLeasesTest.class.getResourceAsStream("/golden/" + name + ".hex")) {
      assertNotNull(in, "golden file " + name + ".hex is missing");
      return Bytes.ofHex(
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    }
  }
}
