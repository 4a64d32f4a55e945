package dev.cairn.core.internal.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
          List.of(),
          Map.of("later", new IntNode(7)));

  /** Persisted permanently: if this fails, the change needs a new format level. */
  @Test
  void theStoredFormIsThatOfTheGoldenFile() throws IOException {
    Codec codec = new Codec(1);
    Bytes stored = golden("catalog-level-1.hex");
    assertEquals(stored.toHex(), codec.encode(DirectoryEntry.TYPE, ENTRY).toHex());
    ObjectKey key = new ObjectKey(Scope.SYSTEM, DirectoryEntry.TYPE.name(), ObjectId.of(1));
    assertEquals(ENTRY, codec.decode(DirectoryEntry.TYPE, key, Envelope.ofBytes(key, stored)));
  }

  private static final List<CatalogClaim> CLAIMS =
      List.of(
          new CatalogClaim("storage", "s3://bucket/sales"),
          new CatalogClaim("storage", "s3://bucket/shared/é"));

  /** Persisted permanently, with the key and the value of each claim in the index of claims. */
  @Test
  void theStoredFormOfClaimsIsThatOfTheGoldenFiles() throws IOException {
    DirectoryEntry entry = ENTRY.with(CLAIMS);
    Codec codec = new Codec(1);
    Bytes stored = golden("catalog-claims-level-1.hex");
    assertEquals(stored.toHex(), codec.encode(DirectoryEntry.TYPE, entry).toHex());
    ObjectKey key = new ObjectKey(Scope.SYSTEM, DirectoryEntry.TYPE.name(), ObjectId.of(1));
    assertEquals(entry, codec.decode(DirectoryEntry.TYPE, key, Envelope.ofBytes(key, stored)));
    Bytes keys = golden("claim-keys-level-1.hex");
    ByteWriter expected = new ByteWriter(100);
    for (CatalogClaim claim : CLAIMS) {
      expected.putBytes(ClaimIndex.key(claim));
      expected.putBytes(ClaimIndex.owner(entry));
    }
    assertEquals(keys.toHex(), expected.toBytes().toHex());
  }

  @Test
  void whatANewerReleaseAddedStaysThroughChanges() {
    DirectoryEntry changed = ENTRY.with(CLAIMS).with(LifeState.ACTIVE).with(Map.of()).of("t2");
    assertEquals(ENTRY.unknown(), changed.unknown());
    assertEquals(CLAIMS, changed.claims());
  }

  private static Bytes golden(String file) throws IOException {
    try (InputStream in = DirectoryEntryTest.class.getResourceAsStream("/golden/" + file)) {
      assertNotNull(in, "golden file " + file + " is missing");
      return Bytes.ofHex(
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    }
  }
}
