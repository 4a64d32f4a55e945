package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Long random sequences of conditional writes, one after the other, against a plain map. */
public interface ModelContract extends ContractPart {
  /** Operations per test at scale 1. */
  int STEPS = 150;

  @Test
  default void randomConditionalWritesOfObjectsDoWhatAMapDoes() {
    Random random = seed().random("objects");
    Scope scope = TestRows.scope();
    Map<ObjectKey, ObjectRow> model = new HashMap<>();
    Token stale = TestRows.token();
    for (int i = 0; i < STEPS * scale(); i++) {
      ObjectKey key = TestRows.key(scope, random.nextInt(3));
      Optional<ObjectRow> present = Optional.ofNullable(model.get(key));
      Token right = present.map(TestRows::tokenOf).orElse(stale);
      Token expected = random.nextInt(4) == 0 ? stale : right;
      boolean holds = present.isPresent() && expected.equals(right);
      ObjectRow next = TestRows.updateable(key, "step " + i);
      switch (random.nextInt(4)) {
        case 0 -> {
          check(backend().insert(next), present.isEmpty(), present);
          model.putIfAbsent(key, next);
        }
        case 1 -> {
          check(backend().deleteIf(key, expected), holds, present);
          model.computeIfPresent(key, (unused, row) -> holds ? null : row);
        }
        default -> {
          check(backend().swap(expected, next), holds, present);
          model.computeIfPresent(key, (unused, row) -> holds ? next : row);
        }
      }
      assertEquals(
          Optional.ofNullable(model.get(key)), Expect.read(backend(), key), "after step " + i);
      stale = right;
    }
  }

  @Test
  default void randomConditionalWritesOfReferencesDoWhatAMapDoes() {
    Random random = seed().random("references");
    Scope scope = TestRows.scope();
    Map<ReferenceKey, ReferenceRow> model = new HashMap<>();
    Token stale = TestRows.token();
    for (int i = 0; i < STEPS * scale(); i++) {
      ReferenceKey key = TestRows.referenceKey(scope, "reference " + random.nextInt(3));
      Optional<ReferenceRow> present = Optional.ofNullable(model.get(key));
      Token right = present.map(ReferenceRow::token).orElse(stale);
      Token expected = random.nextInt(4) == 0 ? stale : right;
      boolean holds = present.isPresent() && expected.equals(right);
      ReferenceRow next =
          present.map(row -> change(row, random)).orElseGet(() -> TestRows.reference(key));
      switch (random.nextInt(6)) {
        case 0 -> {
          check(backend().insertReference(next), present.isEmpty(), present);
          model.putIfAbsent(key, next);
        }
        case 1 -> {
          check(backend().removeReference(key, expected), holds, present);
          model.computeIfPresent(key, (unused, row) -> holds ? null : row);
        }
        default -> {
          check(backend().swapReference(expected, next), holds, present);
          model.computeIfPresent(key, (unused, row) -> holds ? next : row);
        }
      }
      Optional<ReferenceRow> there = Optional.ofNullable(model.get(key));
      there.ifPresentOrElse(
          row -> Expect.there(backend(), row), () -> Expect.missing(backend(), key));
      stale = right;
    }
  }

  private static <R> void check(CasResult<R> result, boolean holds, Optional<R> present) {
    if (holds) {
      Expect.applied(result);
    } else {
      Expect.conflict(result, present);
    }
  }

  private static ReferenceRow change(ReferenceRow row, Random random) {
    Token token = TestRows.token();
    EarlierHeads line =
        row.headId().isPresent()
            ? row.earlierHeads().plus(new HeadVersion(row.version(), row.headId().getAsLong()))
            : row.earlierHeads();
    if (random.nextInt(4) == 0) {
      return row.fence(token);
    }
    if (row.isTombstone()) {
      return row.revive(line, token, random.nextInt(Integer.MAX_VALUE));
    }
    return random.nextBoolean()
        ? row.moveTo(random.nextInt(Integer.MAX_VALUE), line, token)
        : row.tombstone(token, random.nextInt(Integer.MAX_VALUE));
  }
}
