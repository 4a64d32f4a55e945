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
    Duration life = Duration.ofSeconds(3);
    while (!swapsReplaceTheHint(life)) {
      life = life.multipliedBy(2);
    }
  }

  /** Whether the machine was fast enough to swap rows before their hints. */
  private boolean swapsReplaceTheHint(Duration life) {
    ObjectRow brief = expiring(nowMicros() + toMicros(life));
    ObjectRow kept =
        ObjectRow.updateable(brief.key(), Bytes.ofUtf8("kept"), TestRows.token(), TestRows.CREATED);
    ObjectRow late = expiring(nowMicros() + toMicros(life));
    ObjectRow extended =
        ObjectRow.expiring(
            late.key(),
            Bytes.ofUtf8("extended"),
            TestRows.token(),
            TestRows.CREATED,
            nowMicros() + toMicros(Duration.ofDays(1)));
    List<CasResult<ObjectRow>> results =
        List.of(
            backend().insert(brief),
            backend().swap(TestRows.tokenOf(brief), kept),
            backend().insert(late),
            backend().swap(TestRows.tokenOf(late), extended));
    // Judged by the clock after the swaps, as above.
    if (nowMicros() >= brief.expiresAtMicros().orElseThrow()) {
      return false;
    }
    results.forEach(Expect::applied);

    waiter().await(life.plusSeconds(1));
    Expect.there(backend(), kept);
    Expect.there(backend(), extended);
    return true;
  }

  @Test
  default void objectPastItsHintIsThereWholeOrMissing() {
    ObjectRow row = expiring(nowMicros() - toMicros(Duration.ofDays(1)));
    Expect.applied(backend().insert(row));
    Expect.read(backend(), row.key())
        .ifPresent(
            found -> assertEquals(row, found, "a row past its hint is whole while it is there"));
  }

  // A process that finds a lease missing inserts its own. A row that is hidden and still in the way
  // would block that name for all.
  @Test
  default void nameOfAnObjectThatIsGoneAfterItsHintIsFree() {
    ObjectRow row = expiring(nowMicros() - toMicros(Duration.ofDays(1)));
    Expect.applied(backend().insert(row));
    if (Expect.read(backend(), row.key()).isEmpty()) {
      ObjectRow next = TestRows.updateable(row.key(), "of the next owner");
      Expect.applied(backend().insert(next));
      Expect.there(backend(), next);
    }
  }

  // The engine goes by the answer: it leaves such rows to the database, or looks for them itself.
  @Test
  default void whereRowsDoNotExpireOneIsThereLongAfterItsHint() {
    ObjectRow row = expiring(nowMicros() - toMicros(Duration.ofDays(365)));
    Expect.applied(backend().insert(row));
    if (!backend().expiresRows()) {
      Expect.there(backend(), row);
      Expect.applied(backend().deleteIf(row.key(), TestRows.tokenOf(row)));
    }
  }

  private ObjectRow expiring(long atMicros) {
    ObjectKey key = TestRows.named(TestRows.scope(), "lease");
    return ObjectRow.expiring(
        key, Bytes.ofUtf8("brief"), TestRows.token(), TestRows.CREATED, atMicros);
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock().instant());
  }

  private static long toMicros(Duration duration) {
    return duration.toNanos() / 1_000;
  }
}
