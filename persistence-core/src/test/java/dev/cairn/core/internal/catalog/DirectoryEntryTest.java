package dev.cairn.core.internal.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DirectoryEntryTest {
  private static final DirectoryEntry ENTRY =
      new DirectoryEntry(
          "t1",
          "c1",
          "sales",
          LifeState.DEACTIVATED,
          3,
          Map.of("owner", "ann"),
          1_800_000_000_000_000L,
          Map.of("later", new IntNode(7)));

  /** Persisted permanently: if this fails, the change needs a new format level. */
  @Test
  void theStoredFormIsThatOfTheGoldenFile() throws IOException {
    Codec codec = new Codec(1);
    Bytes stored = golden();
    assertEquals(stored.toHex(), codec.encode(DirectoryEntry.TYPE, ENTRY).toHex());
    ObjectKey key = new ObjectKey(Scope.SYSTEM, DirectoryEntry.TYPE.name(), ObjectId.of(1));
    assertEquals(ENTRY, codec.decode(DirectoryEntry.TYPE, key, Envelope.ofBytes(key, stored)));
  }

  @Test
  void whatANewerReleaseAddedStaysThroughChanges() {
    assertEquals(ENTRY.unknown(), ENTRY.with(LifeState.ACTIVE).with(Map.of()).of("t2").unknown());
  }

  private static Bytes golden() throws IOException {
    try (InputStream in =
        DirectoryEntryTest.class.getResourceAsStream("/golden/catalog-level-1.hex")) {
      assertNotNull(in, "golden file catalog-level-1.hex is missing");
      return Bytes.ofHex(
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    }
  }
}
