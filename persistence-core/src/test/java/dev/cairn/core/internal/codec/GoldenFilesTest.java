package dev.cairn.core.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.TestTypes;
import dev.cairn.core.TestTypes.Counter;
import dev.cairn.core.TestTypes.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Persisted formats are permanent: today's writer makes the bytes of the golden files, and every
 * golden file of an earlier level stays readable. If one of these tests fails, the change needs a
 * new level.
 */
class GoldenFilesTest {
  private static final ObjectKey KEY =
      new ObjectRef("table", 42).in(new Scope("tenant", "catalog"));

  private final Codec codec = new Codec(1);

  private static Bytes golden(String name) throws IOException {
    try (InputStream in = GoldenFilesTest.class.getResourceAsStream("/golden/" + name + ".hex")) {
      assertNotNull(in, "golden file " + name + ".hex is missing");
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return Bytes.ofHex(text.replaceAll("\\s", ""));
    }
  }

  private static Table table() {
    return new Table(
        "orders",
        2,
        true,
        0.25,
        Optional.of("größer"),
        List.of("id", "amount"),
        Map.of("b", "", "a", "1"),
        Bytes.ofHex("00ff7f"),
        Instant.parse("2026-03-04T05:06:07.123456789Z"),
        Duration.ofDays(3),
        List.of(8744736658442914487L, 1L));
  }

  @Test
  void anImmutableObjectOfLevel1() throws IOException {
    assertStored("object-level-1", codec);
  }

  // Only the level differs: level 2 adds turns, which rows of references have.
  @Test
  void anImmutableObjectOfLevel2() throws IOException {
    assertStored("object-level-2", new Codec(2));
  }

  private static void assertStored(String name, Codec codec) throws IOException {
    Bytes stored = golden(name);
    assertEquals(stored.toHex(), codec.encode(TestTypes.TABLE, table()).toHex());
    assertEquals(table(), codec.decode(TestTypes.TABLE, KEY, Envelope.ofBytes(KEY, stored)));
  }

  @Test
  void anUpdateableObjectOfLevel1() throws IOException {
    Counter counter = new Counter("me", 1L << 40);
    Bytes stored = golden("updateable-level-1");
    assertEquals(
        stored.toHex(),
        codec
            .encodeUpdateable(
                TestTypes.COUNTER, counter, Optional.of("a/name"), Optional.of(new Token(1, 2)))
            .toHex());
    Envelope envelope = Envelope.ofBytes(KEY, stored);
    assertEquals(Optional.of("a/name"), envelope.name());
    assertEquals(Optional.of(new Token(1, 2)), envelope.previous());
    assertEquals(counter, codec.decode(TestTypes.COUNTER, KEY, envelope));
  }

  @Test
  void aListOfChunksOfLevel1() throws IOException {
    Bytes stored = golden("chunks-level-1");
    assertEquals(stored.toHex(), codec.encodeChunks(1_000_000, List.of(7L, 1L << 50)).toHex());
    assertEquals(
        new Envelope.Body.Chunks(1_000_000, List.of(7L, 1L << 50)),
        Envelope.ofBytes(KEY, stored).body());
  }

  @Test
  void theRowOfTheFormatLevel() throws IOException {
    InMemoryBackend backend = new InMemoryBackend();
    new FormatLevel(backend, new TestEnvironment().environment(1)).establish();
    ObjectKey key =
        new ObjectKey(
            new Scope("cairn", "system"), "cairn.format", ObjectId.ofName("cairn-format-level"));
    ObjectRow row = backend.fetch(List.of(key), ReadMode.STRONG).get(0).orElseThrow();
    assertEquals(golden("format-level-2").toHex(), row.value().toHex());
  }

  @Test
  void theRowOfAStoreThatStaysAtLevel1() throws IOException {
    InMemoryBackend backend = new InMemoryBackend();
    backend.insert(
        ObjectRow.updateable(FormatLevel.KEY, golden("format-level-1"), new Token(1, 2), 3));
    assertEquals(1, new FormatLevel(backend, new TestEnvironment().environment(1)).establish());
  }
}
