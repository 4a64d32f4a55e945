package dev.cairn.core.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.runtime.Environment;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FormatLevelTest {
  private static final ObjectKey KEY =
      new ObjectKey(Scope.SYSTEM, "cairn.format", ObjectId.ofName("cairn-format-level"));

  private final LossyBackend backend = new LossyBackend(new InMemoryBackend());
  private final Environment environment = new TestEnvironment().environment(7);
  private final FormatLevel level = new FormatLevel(backend, environment);

  private void store(String text) {
    backend.insert(ObjectRow.updateable(KEY, Bytes.ofUtf8(text), new Token(1, 1), 0));
  }

  @Test
  void anEmptyStoreGetsTheNewestLevelAndKeepsIt() {
    assertEquals(Optional.empty(), level.read());
    assertEquals(FormatLevel.NEWEST, level.establish());
    assertEquals(FormatLevel.NEWEST, new FormatLevel(backend, environment).establish());
    assertEquals(Optional.of(FormatLevel.NEWEST), level.read());
  }

  @Test
  void aStoreOfAnUnsupportedLevelIsRefused() {
    store("cairn-format-level=9");
    UnsupportedFormatException e = assertThrows(UnsupportedFormatException.class, level::establish);
    assertTrue(e.getMessage().contains("level 9"), e.getMessage());
  }

  @Test
  void aDamagedRowIsNotTakenForALevel() {
    store("cairn-format-level=01");
    assertThrows(DamagedDataException.class, level::establish);
  }

  @Test
  void aLostAnswerIsSettledByReading() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    assertEquals(FormatLevel.NEWEST, level.establish());
    assertEquals(3, backend.calls(), "read, insert, read again");
  }

  @Test
  void aWriteThatNeverArrivesIsTriedAgainAndThenReported() {
    backend.next(Fate.LOST, Fate.LOST);
    assertEquals(FormatLevel.NEWEST, level.establish());

    LossyBackend deaf = new LossyBackend(new InMemoryBackend());
    deaf.all(Fate.LOST);
    BackendUnavailableException e =
        assertThrows(
            BackendUnavailableException.class,
            () -> new FormatLevel(deaf, environment).establish());
    assertTrue(e.getMessage().contains("6 tries"), e.getMessage());
  }

  @Test
  void raisingNeedsAStoreAndNeverLowers() {
    assertThrows(UnsupportedFormatException.class, () -> level.raise(FormatLevel.NEWEST));
    level.establish();
    assertEquals(FormatLevel.NEWEST, level.raise(FormatLevel.OLDEST));
    assertThrows(UnsupportedFormatException.class, () -> level.raise(FormatLevel.NEWEST + 1));
  }

  @Test
  void aLostRaiseIsTriedAgainAndThenUnknown() {
    store("cairn-format-level=1");
    backend.next(Fate.LOST, Fate.APPLIED_REPLY_LOST);
    assertEquals(FormatLevel.NEWEST, level.raise(FormatLevel.NEWEST));
    assertEquals(Optional.of(FormatLevel.NEWEST), level.read());

    LossyBackend deaf = new LossyBackend(new InMemoryBackend());
    deaf.insert(
        ObjectRow.updateable(KEY, Bytes.ofUtf8("cairn-format-level=1"), new Token(1, 1), 0));
    deaf.all(Fate.LOST);
    FormatLevel unheard = new FormatLevel(deaf, environment);
    UnknownOutcomeException e =
        assertThrows(UnknownOutcomeException.class, () -> unheard.raise(FormatLevel.NEWEST));
    assertTrue(e.getMessage().contains("6 tries"), e.getMessage());
    assertEquals(Optional.of(1), unheard.read());
  }
}
