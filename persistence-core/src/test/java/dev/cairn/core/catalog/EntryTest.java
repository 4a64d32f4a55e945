package dev.cairn.core.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EntryTest {
  private static final Entry ENTRY =
      new Entry(
          "t1",
          "c1",
          "sales",
          LifeState.DEACTIVATED,
          3,
          Map.of("owner", "ann"),
          1_800_000_000_000_000L,
          Map.of("later", new IntNode(7)));

  /** Persisted for ever: if this fails, the change needs a new format level. */
  @Test
  void theStoredFormIsThatOfTheGoldenFile() throws IOException {
    Codec codec = new Codec(1);
    Bytes stored = golden();
    assertEquals(stored.toHex(), codec.encode(Entry.TYPE, ENTRY).toHex());
    ObjectKey key = new ObjectKey(Scope.SYSTEM, Entry.TYPE.name(), ObjectId.of(1));
    assertEquals(ENTRY, codec.decode(Entry.TYPE, key, Envelope.ofBytes(key, stored)));
  }

  @Test
  void whatANewerReleaseAddedStaysThroughChanges() {
    assertEquals(ENTRY.unknown(), ENTRY.with(LifeState.ACTIVE).with(Map.of()).of("t2").unknown());
  }

  private static Bytes golden() throws IOException {
    try (InputStream in = EntryTest.class.getResourceAsStream("/golden/catalog-level-1.hex")) {
      assertNotNull(in, "golden file catalog-level-1.hex is missing");
      return Bytes.ofHex(
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    }
  }
}
