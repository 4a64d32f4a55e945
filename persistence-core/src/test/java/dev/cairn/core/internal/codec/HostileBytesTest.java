package dev.cairn.core.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.ThreadMXBean;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.core.TestSeed;
import dev.cairn.core.TestTypes;
import dev.cairn.core.TestTypes.Table;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the bytes: a value, or one clear exception, in bounded memory. */
@Timeout(120) // a hang, not a measure of speed
class HostileBytesTest {
  private static final ObjectKey KEY =
      new ObjectRef("table", 42).in(new Scope("tenant", "catalog"));
  private static final int MUTATIONS = 60_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** A type that takes any Smile, so that every kind of token is reached. */
  private record AnyType(String name, Class<JsonNode> valueClass) implements ObjectType<JsonNode> {}

  private static final ObjectType<JsonNode> ANY = new AnyType("any", JsonNode.class);

  private final Codec codec = new Codec(FormatLevel.NEWEST);

  private static Bytes sample() {
    return new Codec(FormatLevel.NEWEST)
        .encode(
            TestTypes.TABLE,
            new Table(
                "orders",
                2,
                true,
                0.25,
                Optional.of(
                    "a comment that is longer than the short strings of Smile are, to be sure"),
                List.of("id", "amount", "id"),
                Map.of("a", "1"),
                Bytes.ofHex("00ff7f"),
                Instant.parse("2026-03-04T05:06:07.123456789Z"),
                Duration.ofDays(3),
                List.of(8744736658442914487L, 1L)));
  }

  private <T> boolean decodes(ObjectType<T> type, Bytes stored) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    boolean decoded = decodesOrSaysWhyNot(type, stored);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(
        allocated < 4_000_000 + 100L * stored.length(),
        () -> allocated + " bytes allocated for " + stored);
    return decoded;
  }

  private <T> boolean decodesOrSaysWhyNot(ObjectType<T> type, Bytes stored) {
    try {
      assertNotNull(codec.decode(type, KEY, Envelope.ofBytes(KEY, stored)));
      return true;
    } catch (DamagedDataException | UnsupportedFormatException e) {
      assertTrue(String.valueOf(e.getMessage()).contains(KEY.toString()), e.getMessage());
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      return fail("not a clear exception for " + stored.toHex(), e);
    }
  }

  @Test
  void everyTruncationIsDetected() {
    Bytes stored = sample();
    for (int length = 0; length < stored.length(); length++) {
      assertFalse(decodes(TestTypes.TABLE, stored.slice(0, length)), "at " + length);
    }
    assertTrue(decodes(TestTypes.TABLE, stored));
  }

  @Test
  void everyFlippedBitIsDetected() {
    byte[] bytes = sample().toByteArray();
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      assertFalse(decodes(TestTypes.TABLE, Bytes.wrap(flipped)), "bit " + bit);
    }
  }

  // The checksum would hide what the readers behind it do, so it is made to fit again.
  @Test
  void alteredBytesUnderAFittingChecksumGiveAValueOrOneClearException() {
    Random random = new Random(TestSeed.of("HostileBytesTest"));
    Bytes sections = sample().slice(6);
    decodes(TestTypes.TABLE, CodecTest.withHeader(sections));
    decodes(ANY, CodecTest.withHeader(sections));
    int values = 0;
    for (int i = 0; i < MUTATIONS * TestSeed.scale(); i++) {
      Bytes stored = CodecTest.withHeader(mutate(sections.toByteArray(), random));
      boolean decoded = i % 2 == 0 ? decodes(TestTypes.TABLE, stored) : decodes(ANY, stored);
      values += decoded ? 1 : 0;
    }
    assertTrue(values > 0, "no mutation left a value: the readers were not reached");
  }

  private static Bytes mutate(byte[] bytes, Random random) {
    byte[] mutated = bytes.clone();
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(mutated.length);
      switch (random.nextInt(4)) {
        case 0 -> mutated[at] = (byte) random.nextInt(256);
        case 1 -> mutated[at] = (byte) (random.nextBoolean() ? 0xFF : 0);
        case 2 -> mutated = Arrays.copyOf(mutated, 1 + at);
        default -> {
          byte[] longer = Arrays.copyOf(mutated, mutated.length + 8);
          System.arraycopy(mutated, at, longer, at + 8, mutated.length - at);
          for (int k = at; k < at + 8; k++) {
            longer[k] = (byte) random.nextInt(256);
          }
          mutated = longer;
        }
      }
    }
    return Bytes.wrap(mutated);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e8 7f7f7f7fbf", // 7-bit binary of 2^33 bytes
        "fd 7f7f7f7fbf", // raw binary of 2^33 bytes
        "fd 0f7f7f7fbf", // raw binary of 2^31 - 1 bytes
        "26 0f7f7f7fbf", // a big integer of 2^31 - 1 bytes
        "2a 0f7f7f7fbe 81 01", // a big decimal with a scale of 2^30
        "e0 616161", // a long text without an end
        "34 656565", // a name longer than the bytes
        "ec 01", // a reference to a shared text that is not there
      })
  void hugeDeclaredLengthsAllocateNoMoreThanTheBytesJustify(String smile) {
    Bytes value = Bytes.ofHex("3a290a04" + smile.replace(" ", ""));
    decodes(ANY, codec.encodeRaw(value)); // must not pass the bound on memory
    decodes(TestTypes.TABLE, codec.encodeRaw(value));
  }

  // Jackson alone treats the end of the object as the value, and then searches for the end forever.
  @Test
  void aPropertyWithoutAValueIsRefused() {
    Bytes value = Bytes.ofHex("3a290a04" + "fa" + "807a" + "fb"); // {"z":}
    assertFalse(decodes(TestTypes.TABLE, codec.encodeRaw(value)));
  }

  @Test
  void deepNestingIsRefused() {
    byte[] arrays = new byte[100_000];
    Arrays.fill(arrays, (byte) 0xF8);
    Bytes value =
        new ByteWriter(100_010)
            .putBytes(Bytes.ofHex("3a290a04"))
            .putBytes(Bytes.wrap(arrays))
            .toBytes();
    DamagedDataException e =
        assertThrows(
            DamagedDataException.class,
            () -> codec.decode(ANY, KEY, Envelope.ofBytes(KEY, codec.encodeRaw(value))));
    assertTrue(e.getMessage().contains("nesting"), e.getMessage());
  }

  @Test
  void hugeCountsInTheEnvelopeAreRefused() {
    for (int tag : new int[] {1, 5}) {
      Bytes count = new ByteWriter(16).putVarint(1).putVarint(Long.MAX_VALUE).putLong(0).toBytes();
      Bytes sections = new ByteWriter(32).putVarint(tag).putSized(count).toBytes();
      assertFalse(decodes(ANY, CodecTest.withHeader(sections)));
    }
  }

  @Test
  void aSectionThatIsRepeatedOrHasBytesBehindItsListIsDamage() {
    Bytes value = new ByteWriter(8).putVarint(4).putSized(Bytes.ofUtf8("x")).toBytes();
    assertEquals(Envelope.of(Bytes.ofUtf8("x")), read(value));
    assertDamaged(new ByteWriter(16).putBytes(value).putBytes(value).toBytes());
    Bytes none = new ByteWriter(8).putVarint(0).toBytes();
    Bytes more = new ByteWriter(8).putVarint(0).putByte(7).toBytes();
    assertEquals(
        Envelope.of(Bytes.ofUtf8("x")),
        read(new ByteWriter(16).putVarint(1).putSized(none).putBytes(value).toBytes()));
    assertDamaged(new ByteWriter(16).putVarint(1).putSized(more).putBytes(value).toBytes());
    Bytes chunks = new ByteWriter(32).putVarint(10).putVarint(1).putLong(7).putByte(7).toBytes();
    assertDamaged(new ByteWriter(40).putVarint(5).putSized(chunks).toBytes());
  }

  private static Envelope read(Bytes sections) {
    return Envelope.ofBytes(KEY, CodecTest.withHeader(sections));
  }

  private static void assertDamaged(Bytes sections) {
    assertThrows(DamagedDataException.class, () -> read(sections));
  }

  // Each chunk may be small and named a thousand times: only the announced length bounds the sum.
  @Test
  void aListOfChunksIsRefusedIfItsLengthOrAnIdIsOutOfRange() {
    for (long length : new long[] {Envelope.MAX_BYTES + 1L, Integer.MAX_VALUE, -1}) {
      assertFalse(decodes(ANY, CodecTest.withHeader(chunks(length, 7))), "length " + length);
    }
    assertThrows(
        DamagedDataException.class,
        () -> Envelope.ofBytes(KEY, CodecTest.withHeader(chunks(10, -7))));
    assertEquals(
        new Envelope.Body.Chunks(Envelope.MAX_BYTES, List.of(7L)),
        Envelope.ofBytes(KEY, CodecTest.withHeader(chunks(Envelope.MAX_BYTES, 7))).body());
  }

  private static Bytes chunks(long length, long chunkId) {
    Bytes list = new ByteWriter(32).putVarint(length).putVarint(1).putLong(chunkId).toBytes();
    return new ByteWriter(40).putVarint(5).putSized(list).toBytes();
  }
}
