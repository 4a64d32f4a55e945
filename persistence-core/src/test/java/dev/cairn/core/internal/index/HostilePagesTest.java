package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pages made by hand to do harm, each with a right checksum: all are refused. */
class HostilePagesTest {
  private static final int INTERVAL_OF_INNER = 1;

  private static BlockEntry pivot(String key, int offset, int length) {
    Sink record = new Sink(24);
    record.putFixed(7, Long.BYTES);
    record.putVarint(offset);
    record.putVarint(length);
    record.putVarint(1);
    record.putVarint(1);
    return new BlockEntry(
        key.getBytes(StandardCharsets.US_ASCII),
        new RawValue(null, Bytes.wrap(record.toByteArray())));
  }

  private static Bytes inner(byte[] pivots, byte[] buffers) {
    Sink page = Frame.begin(pivots.length + buffers.length + 10);
    page.put(1);
    page.putVarint(pivots.length);
    page.put(pivots);
    page.put(buffers);
    return Bytes.wrap(Frame.seal(1, page));
  }

  private static byte[] block(BlockEntry... entries) {
    return BlockWriter.write(List.of(entries), INTERVAL_OF_INNER);
  }

  /** The same entries with the restarts of two of them exchanged. */
  private static byte[] swapRestarts(byte[] block, int entriesLength, int count, int a, int b) {
    byte[] swapped = block.clone();
    int restarts = block.length - entriesLength - 2 * count;
    for (int i = 0; i < 2; i++) {
      swapped[restarts + 2 * a + i] = block[restarts + 2 * b + i];
      swapped[restarts + 2 * b + i] = block[restarts + 2 * a + i];
    }
    return swapped;
  }

  private static void assertRefused(Bytes page) {
    assertThrows(DamagedDataException.class, () -> Page.open(1, page));
  }

  @Test
  void childrenOutOfOrderCouldBeWalkedForeverAndAreRefused() {
    byte[] good = block(pivot("", 0, 0), pivot("k", 0, 0), pivot("m", 0, 0), pivot("z", 0, 0));
    assertEquals(4, Page.open(1, inner(good, new byte[0])).children().size());
    // shared, length, (key), tag, length of the record, record
    int entry = 2 + 2 + 12;
    int entries = 4 * entry + 3;
    assertRefused(inner(swapRestarts(good, entries, 4, 1, 2), new byte[0]));
    assertRefused(inner(swapRestarts(good, entries, 4, 0, 1), new byte[0]));
  }

  @Test
  void buffersThatOverlapCouldTakeAnyAmountOfMemoryAndAreRefused() {
    byte[] buffer = block(new BlockEntry(new byte[] {'b'}, new RawValue(null, Bytes.empty())));
    int length = buffer.length;
    byte[] apart = block(pivot("", 0, length), pivot("k", length, length));
    byte[] same = block(pivot("", 0, length), pivot("k", 0, length));
    Sink two = new Sink(2 * length);
    two.put(buffer);
    two.put(buffer);
    assertEquals(2, Page.open(1, inner(apart, two.toByteArray())).children().size());
    assertRefused(inner(same, buffer));
    assertRefused(inner(apart, buffer));
    assertRefused(inner(same, two.toByteArray()));
  }

  @Test
  void groupsThatOverlapCouldTakeAnyAmountOfMemoryAndAreRefusedWhenTheyAreRead() {
    byte[] long1 = new byte[5000];
    long1[0] = 'a';
    byte[] long2 = long1.clone();
    long2[0] = 'b';
    RawValue none = new RawValue(null, Bytes.empty());
    byte[] good = block(new BlockEntry(long1, none), new BlockEntry(long2, none));
    assertEquals(2, Runs.all(Block.open(good)).size());
    int entries = 2 * (1 + 2 + 5000 + 2);
    byte[] same = good.clone();
    int restarts = good.length - entries - 4;
    System.arraycopy(good, restarts, same, restarts + 2, 2);
    assertThrows(DamagedDataException.class, () -> Runs.all(Block.open(same)));
  }

  @Test
  void aRestartFarOutsideALargeBlockIsRefused() {
    List<BlockEntry> large = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      byte[] key = new byte[8000];
      key[0] = (byte) i;
      large.add(new BlockEntry(key, new RawValue(null, Bytes.empty())));
    }
    byte[] block = BlockWriter.write(large, INTERVAL_OF_INNER);
    int entries = 10 * (1 + 2 + 8000 + 2);
    int restarts = block.length - entries - 4 * 10;
    block[restarts + 4] = 0x7f;
    block[restarts + 5] = block[restarts + 6] = block[restarts + 7] = (byte) 0xff;
    Sink leaf = Frame.begin(block.length + 1);
    leaf.put(0);
    leaf.put(block);
    assertRefused(Bytes.wrap(Frame.seal(1, leaf)));
  }

  @Test
  void keysOutOfOrderInAGroupAreRefusedWhenTheyAreRead() {
    RawValue none = new RawValue(null, Bytes.empty());
    List<BlockEntry> entries =
        List.of(new BlockEntry(new byte[] {'k'}, none), new BlockEntry(new byte[] {'m'}, none));
    byte[] good = BlockWriter.write(entries, 16);
    assertEquals(2, Runs.all(Block.open(good)).size());
    int second = new String(good, StandardCharsets.ISO_8859_1).lastIndexOf('m');
    for (char wrong : List.of('k', 'a')) {
      byte[] bad = good.clone();
      bad[second] = (byte) wrong;
      assertThrows(DamagedDataException.class, () -> Runs.all(Block.open(bad)));
    }
  }
}
