package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.TestRun;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How expiry hints become times to live. */
class ExpiryTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  @RegisterExtension final TestRun run = new TestRun();

  private static int seconds(Duration fromNow, Duration margin) {
    return new TimeToLive(() -> NOW, margin).seconds(OptionalLong.of(micros(NOW.plus(fromNow))));
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  @Test
  void rowLivesAtLeastUntilItsHintAndTheMargin() {
    for (Duration margin : List.of(Duration.ZERO, Duration.ofMinutes(10))) {
      for (long millis : new long[] {0, 1, 999, 1_000, 1_001, 59_999, 86_400_000L * 300}) {
        int seconds = seconds(Duration.ofMillis(millis), margin);
        // Cassandra counts from a whole second on, up to one earlier than now.
        long least = margin.toMillis() + millis + 1_000;
        assertTrue(seconds * 1_000L >= least, () -> millis + " ms gave " + seconds + " s");
        assertTrue(seconds * 1_000L <= least + 2_000, () -> millis + " ms gave " + seconds + " s");
      }
    }
  }

  @Test
  void pastHintIsNoEndlessLife() {
    assertEquals(1, seconds(Duration.ofDays(-1), Duration.ZERO));
    assertEquals(1, new TimeToLive(() -> NOW, Duration.ZERO).seconds(OptionalLong.of(0)));
  }

  @Test
  void rowIsKeptForGoodWhereCassandraCannotCountSoFar() {
    assertEquals(TimeToLive.NEVER, seconds(Duration.ofDays(365 * 15), Duration.ZERO));
    TimeToLive expiry = new TimeToLive(() -> NOW, Duration.ofMinutes(10));
    assertEquals(TimeToLive.NEVER, expiry.seconds(OptionalLong.of(Long.MAX_VALUE)));
    assertEquals(TimeToLive.NEVER, expiry.seconds(OptionalLong.empty()));
    TimeToLive early = new TimeToLive(() -> Instant.EPOCH, Duration.ZERO);
    assertEquals(TimeToLive.NEVER, early.seconds(OptionalLong.of(micros(NOW))));
  }

  @Test
  void everyColumnHasTheTimeToLiveOfTheLastWrite() {
    CassandraServer server = CassandraServer.of(run);
    ObjectKey key = CassandraRows.updateable(CassandraRows.scope()).key();
    long hint = micros(Instant.now().plus(Duration.ofDays(1)));
    try (Backend backend = server.settings().open()) {
      Token first = CassandraRows.token();
      assertEquals(
          CasResult.applied(),
          backend.insert(ObjectRow.expiring(key, Bytes.ofUtf8("1"), first, 1, hint)));
      Row row = timesToLive(server, key);
      for (int column = 0; column < 2; column++) {
        int left = row.getInt(column);
        assertTrue(left > 86_400 && left < 86_400 + 900, () -> "seconds to live: " + left);
      }
      Token second = CassandraRows.token();
      assertEquals(
          CasResult.applied(),
          backend.swap(first, ObjectRow.updateable(key, Bytes.ofUtf8("2"), second, 1)));
      row = timesToLive(server, key);
      assertNull(row.getObject(0));
      assertNull(row.getObject(1));
      assertEquals(
          CasResult.applied(),
          backend.swap(
              second, ObjectRow.expiring(key, Bytes.ofUtf8("3"), CassandraRows.token(), 1, hint)));
      row = timesToLive(server, key);
      assertTrue(row.getInt(0) > 86_400 && row.getInt(1) > 86_400);
    }
  }

  // An INSERT would leave a row without columns, which blocks the next insert.
  @Test
  void rowWhoseHintCameBySwapGoesWhole() {
    TestSettings settings =
        CassandraServer.of(run).settings().with(CassandraBackendFactory.EXPIRY_MARGIN, "PT0S");
    try (Backend backend = settings.open()) {
      ObjectKey key = CassandraRows.updateable(CassandraRows.scope()).key();
      Token first = CassandraRows.token();
      assertEquals(
          CasResult.applied(),
          backend.insert(ObjectRow.updateable(key, Bytes.ofUtf8("1"), first, 1)));
      long soon = micros(Instant.now());
      assertEquals(
          CasResult.applied(),
          backend.swap(
              first, ObjectRow.expiring(key, Bytes.ofUtf8("2"), CassandraRows.token(), 1, soon)));
      List<Optional<ObjectRow>> missing = List.of(Optional.empty());
      for (int i = 0; !backend.fetch(List.of(key), ReadMode.STRONG).equals(missing); i++) {
        assertTrue(i < 600, "it does not go");
        Waiter.system().await(Duration.ofMillis(100));
      }
      assertTrue(backend.expiresRows());
      ObjectRow again = ObjectRow.updateable(key, Bytes.ofUtf8("3"), CassandraRows.token(), 1);
      assertEquals(CasResult.applied(), backend.insert(again));
      assertEquals(List.of(Optional.of(again)), backend.fetch(List.of(key), ReadMode.STRONG));
    }
  }

  private static Row timesToLive(CassandraServer server, ObjectKey key) {
    return server
        .apply(
            "SELECT TTL(%s), TTL(%s) FROM %s.%s WHERE %s"
                .formatted(
                    Layout.TOKEN,
                    Layout.CONTENT,
                    server.keyspace(),
                    Layout.UPDATEABLE.name(),
                    Layout.UPDATEABLE.whereKey()),
            key.scope().tenantId(),
            key.scope().catalogId(),
            key.type(),
            key.id().bytes().toByteBuffer())
        .one();
  }
}
