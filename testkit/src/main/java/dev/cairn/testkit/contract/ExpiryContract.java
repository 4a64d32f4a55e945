package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Expiry hints: the database may remove a row after its hint, never before. */
public interface ExpiryContract extends ContractPart {
  @Test
  default void objectIsThereUntilItsHintHasPassed() {
    for (Duration life :
        List.of(
            Duration.ofMillis(500),
            Duration.ofMillis(1_500),
            Duration.ofSeconds(59),
            Duration.ofHours(1),
            Duration.ofDays(400),
            Duration.ofDays(365 * 100))) {
      ObjectRow row = expiring(nowMicros() + toMicros(life));
      CasResult<ObjectRow> inserted = backend().insert(row);
      Optional<ObjectRow> found = Expect.read(backend(), row.key());
      // Judged by the clock after the read, so that a slow machine does not fail a sound backend.
      if (nowMicros() < row.expiresAtMicros().orElseThrow()) {
        Expect.applied(inserted);
        assertEquals(Optional.of(row), found, "with a hint in " + life);
      }
    }
  }

  @Test
  default void hintAtTheEndOfTimeIsKept() {
    ObjectRow row = expiring(Long.MAX_VALUE);
    Expect.applied(backend().insert(row));
    Expect.there(backend(), row);
  }

  @Test
  default void swapReplacesTheHint() {
    ObjectRow brief = expiring(nowMicros() + toMicros(Duration.ofSeconds(3)));
    ObjectRow kept =
        ObjectRow.updateable(brief.key(), Bytes.ofUtf8("kept"), Rows.token(), Rows.CREATED);
    ObjectRow late = expiring(nowMicros() + toMicros(Duration.ofSeconds(3)));
    ObjectRow extended =
        ObjectRow.expiring(
            late.key(),
            Bytes.ofUtf8("extended"),
            Rows.token(),
            Rows.CREATED,
            nowMicros() + toMicros(Duration.ofDays(1)));
    Expect.applied(backend().insert(brief));
    Expect.applied(backend().swap(Rows.tokenOf(brief), kept));
    Expect.applied(backend().insert(late));
    Expect.applied(backend().swap(Rows.tokenOf(late), extended));

    waiter().await(Duration.ofSeconds(4));
    Expect.there(backend(), kept);
    Expect.there(backend(), extended);
  }

  @Test
  default void objectPastItsHintIsThereWholeOrMissing() {
    ObjectRow row = expiring(nowMicros() - toMicros(Duration.ofDays(1)));
    Expect.applied(backend().insert(row));
    Expect.read(backend(), row.key()).ifPresent(found -> assertEquals(row, found));
  }

  private ObjectRow expiring(long atMicros) {
    ObjectKey key = Rows.named(Rows.scope(), "lease");
    return ObjectRow.expiring(key, Bytes.ofUtf8("brief"), Rows.token(), Rows.CREATED, atMicros);
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock().instant());
  }

  private static long toMicros(Duration duration) {
    return duration.toNanos() / 1_000;
  }
}
