package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Scans where Cassandra makes them difficult. */
class ScanTest {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  private Backend backend() {
    CassandraServer server = server();
    return server.backend(server.settings());
  }

  @Test
  void rowsOfOneTokenAreVisitedOnceWhereverTheScanStops() {
    Scope scope = Collision.scope("t-" + UUID.randomUUID(), "thing");
    Collision collision = new Collision(scope, "thing");
    Random random = seed.random("halves");
    Set<ObjectRow> rows = new HashSet<>();
    Set<Long> tokens = new HashSet<>();
    for (int i = 0; i < 7; i++) {
      ObjectKey key = collision.key(random.nextLong(), random.nextLong());
      ObjectRow row =
          ObjectRow.updateable(key, Bytes.ofUtf8("" + i), new Token(i, random.nextLong()), 1);
      assertEquals(CasResult.applied(), backend().insert(row));
      rows.add(row);
      tokens.add(tokenOf(key));
    }
    assertEquals(1, tokens.size(), "the tokens are not the same, so nothing is tested");
    for (int step = 1; step <= 8; step++) {
      List<ObjectRow> visited = new ArrayList<>();
      Optional<ScanPosition> stopped = Optional.empty();
      do {
        int end = visited.size() + step;
        stopped =
            backend()
                .scanObjects(
                    Optional.of(scope),
                    Optional.empty(),
                    ScanBound.NONE,
                    stopped,
                    row -> {
                      visited.add(row);
                      return visited.size() < end;
                    });
      } while (stopped.isPresent());
      assertEquals(7, visited.size());
      assertEquals(rows, new HashSet<>(visited));
    }
  }

  private long tokenOf(ObjectKey key) {
    Row row =
        server()
            .apply(
                "SELECT token(tenant, catalog, type, id) FROM %s.%s WHERE %s"
                    .formatted(
                        server().keyspace(),
                        Layout.UPDATEABLE.name(),
                        Layout.UPDATEABLE.whereKey()),
                key.scope().tenantId(),
                key.scope().catalogId(),
                key.type(),
                key.id().bytes().toByteBuffer())
            .one();
    return row.getLong(0);
  }

  private CassandraServer server() {
    return CassandraServer.of(run);
  }

  @Test
  void positionsOfOtherReleasesAndInvalidOnesAreRefused() {
    for (String hex : List.of("", "02", "01", "0105", "010300000000000000", "0100ff")) {
      ScanPosition wrong = new ScanPosition(Bytes.ofHex(hex));
      assertThrows(
          DamagedDataException.class,
          () ->
              backend()
                  .scanObjects(
                      Optional.empty(),
                      Optional.empty(),
                      ScanBound.NONE,
                      Optional.of(wrong),
                      r -> true),
          hex);
    }
    ScanPosition ofUpdateables = new Position(Arc.RING, 1, 5, Bytes.ofUtf8("key")).toScanPosition();
    assertEquals(new Position(Arc.RING, 1, 5, Bytes.ofUtf8("key")), Position.of(ofUpdateables, 2));
    assertThrows(
        DamagedDataException.class,
        () -> backend().scanReferences(Optional.empty(), Optional.of(ofUpdateables), row -> true));
    // The form must not change: another process may continue from it.
    assertEquals("010100000000000000056b6579", ofUpdateables.bytes().toHex());
    ScanPosition part = new Position(new Arc(3, 9), 0, 5, Bytes.ofUtf8("key")).toScanPosition();
    assertEquals(
        "020000000000000003000000000000000900" + "0000000000000005" + "6b6579",
        part.bytes().toHex());
    assertEquals(new Arc(3, 9), Position.of(part, 2).part());
  }
}
