package dev.cairn.core.internal.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetainedHeadTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final RetainedHead RETAINED =
      new RetainedHead(1_800_000_000_000_000L, 41, Map.of("later", new IntNode(7)));

  /** Persisted permanently: if this fails, the change needs a new format level. */
  @Test
  void theStoredFormIsThatOfTheGoldenFile() throws IOException {
    Codec codec = new Codec(1);
    Bytes stored = golden();
    assertEquals(
        stored.toHex(),
        codec
            .encodeUpdateable(
                RetainedHead.TYPE, RETAINED, Optional.of("main"), Optional.of(new Token(1, 2)))
            .toHex());
    ObjectKey key = new ObjectKey(SCOPE, RetainedHead.TYPE.name(), ObjectId.ofName("main"));
    assertEquals(RETAINED, codec.decode(RetainedHead.TYPE, key, Envelope.ofBytes(key, stored)));
  }

  private static Bytes golden() throws IOException {
    try (InputStream in =
        RetainedHeadTest.class.getResourceAsStream("/golden/retained-level-1.hex")) {
      assertNotNull(in, "golden file retained-level-1.hex is missing");
      return Bytes.ofHex(
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    }
  }

  @Test
  void whatIsOlderInThisLifeOrAnEarlierOneIsExpired() {
    ReferenceRow row =
        ReferenceRow.create(new ReferenceKey(SCOPE, "main"), new Token(1, 1), RETAINED.life());
    assertTrue(RETAINED.isExpired(row, 40));
    assertFalse(RETAINED.isExpired(row, 41));
    ReferenceRow later = ReferenceRow.create(row.key(), new Token(1, 2), RETAINED.life() + 1);
    assertTrue(RETAINED.isExpired(later, 40));
    ReferenceRow earlier = ReferenceRow.create(row.key(), new Token(1, 3), RETAINED.life() - 1);
    assertFalse(RETAINED.isExpired(earlier, 40));
  }

  // Versions go on from life to life, so what is gone of an earlier life stays gone.
  @Test
  void whatIsKnownOfALaterLifeTakesNothingBack() {
    RetainedHead later = new RetainedHead(RETAINED.life() + 1, 3, Map.of());
    assertTrue(RETAINED.isBefore(later));
    assertEquals(
        new RetainedHead(later.life(), RETAINED.version(), RETAINED.unknown()),
        RETAINED.raisedTo(later));
    RetainedHead newer = new RetainedHead(RETAINED.life(), 50, Map.of());
    assertEquals(50, RETAINED.raisedTo(newer).version());
    assertFalse(newer.isBefore(RETAINED));
  }
}
