package dev.cairn.core.internal.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A reader never goes back, whatever order its reads come in. */
class SeenReferencesTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final ObjectCache cache = new ObjectCache(1 << 20, Runnable::run);
  private final SeenReferences seen = new SeenReferences(cache, SCOPE);

  private static ReferenceRow row(long createdAt, long version) {
    return new ReferenceRow(
        new ReferenceKey(SCOPE, "main"),
        OptionalLong.empty(),
        version,
        new Token(createdAt, version),
        createdAt,
        EarlierHeads.none(),
        OptionalLong.empty());
  }

  private void assertRemembered(ReferenceRow row, long seenMicros) {
    ObjectCache.Seen found = seen.find("main").orElseThrow();
    assertEquals(row, found.row());
    assertEquals(seenMicros, found.seenMicros());
  }

  @Test
  void onlyAHigherVersionReplacesARow() {
    seen.remember(row(1, 5), null, 100);
    seen.remember(row(1, 4), null, 200);
    assertRemembered(row(1, 5), 100);
    seen.remember(row(1, 6), null, 50);
    assertRemembered(row(1, 6), 50);
  }

  @Test
  void aLaterLifeReplacesAnEarlierOneWhateverItsVersion() {
    seen.remember(row(1, 5), null, 100);
    seen.remember(row(2, 3), null, 100);
    assertRemembered(row(2, 3), 100);
    seen.remember(row(1, 9), null, 300);
    assertRemembered(row(2, 3), 100);
  }

  @Test
  void theSameRowIsAsYoungAsItWasLastSeen() {
    seen.remember(row(1, 5), null, 100_000);
    seen.remember(row(1, 5), null, 300_000);
    assertRemembered(row(1, 5), 300_000);
    seen.remember(row(1, 5), null, 200_000);
    assertRemembered(row(1, 5), 300_000);
  }

  // A reader that asks all the time would otherwise write to the cache each time.
  @Test
  void theSameRowSeenAgainSoonIsNotWritten() {
    seen.remember(row(1, 5), null, 100_000);
    seen.remember(row(1, 5), null, 109_000);
    assertRemembered(row(1, 5), 100_000);
    seen.remember(row(1, 6), null, 109_500);
    assertRemembered(row(1, 6), 109_500);
  }

  @Test
  void whatIsForgottenIsGone() {
    seen.remember(row(1, 5), null, 100);
    seen.forget("main");
    assertEquals(Optional.empty(), seen.find("main"));
    seen.forget("never");
  }

  @Test
  void scopesDoNotSeeEachOthersReferences() {
    seen.remember(row(1, 5), null, 100);
    SeenReferences other = new SeenReferences(cache, new Scope("tenant", "catalog2"));
    assertEquals(Optional.empty(), other.find("main"));
    other.forget("main");
    assertTrue(seen.find("main").isPresent());
  }
}
