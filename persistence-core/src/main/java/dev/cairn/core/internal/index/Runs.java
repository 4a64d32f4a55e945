package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** Operations on sorted lists of entries. */
final class Runs {
  private Runs() {}

  static byte @Nullable [] bytesOrNull(@Nullable Bytes key) {
    return key == null ? null : key.toByteArray();
  }

  /** All entries of a block. */
  static List<BlockEntry> all(Block block) {
    return slice(block, new byte[0], null);
  }

  /** The entries of a block from {@code from} to before {@code to}; null is no end. */
  static List<BlockEntry> slice(Block block, byte[] from, byte @Nullable [] to) {
    int first = from.length == 0 ? 0 : block.rank(from);
    int stop = to == null || first == block.count() ? block.count() : block.rank(to);
    if (first >= stop) {
      return List.of();
    }
    List<BlockEntry> found = new ArrayList<>(stop - first);
    BlockEntries entries = new BlockEntries(block);
    for (int i = first; i < stop; i++) {
      found.add(entries.get(i));
    }
    return found;
  }

  /** The part of a sorted list from {@code from} to before {@code to}; null is no end. */
  static List<BlockEntry> slice(List<BlockEntry> run, byte[] from, byte @Nullable [] to) {
    int first = from.length == 0 ? 0 : rank(run, from);
    int stop = to == null ? run.size() : rank(run, to);
    return first >= stop ? List.of() : run.subList(first, stop);
  }

  /** How many entries have keys before {@code key}. */
  static int rank(List<BlockEntry> run, byte[] key) {
    int low = 0;
    int high = run.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(run.get(middle).key(), key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Both lists merged; where both have a key, the newer one wins. */
  static List<BlockEntry> merge(List<BlockEntry> newer, List<BlockEntry> older) {
    if (newer.isEmpty()) {
      return older;
    }
    if (older.isEmpty()) {
      return newer;
    }
    List<BlockEntry> merged = new ArrayList<>(newer.size() + older.size());
    int old = 0;
    for (BlockEntry change : newer) {
      int order = -1;
      while (old < older.size()
          && (order = Arrays.compareUnsigned(older.get(old).key(), change.key())) < 0) {
        merged.add(older.get(old++));
      }
      if (old < older.size() && order == 0) {
        old++;
      }
      merged.add(change);
    }
    merged.addAll(older.subList(old, older.size()));
    return merged;
  }

  /**
   * The entries without tombstones, for a leaf: nothing older lies below it that they would hide.
   */
  static List<BlockEntry> withoutTombstones(List<BlockEntry> run) {
    for (BlockEntry entry : run) {
      if (entry.value().isTombstone()) {
        return run.stream().filter(kept -> !kept.value().isTombstone()).toList();
      }
    }
    return run;
  }

  /** A block as a list that decodes one group at a time. */
  static final class BlockEntries extends AbstractList<BlockEntry> implements RandomAccess {
    private final Block block;
    private BlockEntry[] group = {};
    private int first;

    BlockEntries(Block block) {
      this.block = block;
    }

    @Override
    public BlockEntry get(int index) {
      int position = index - first;
      if (position < 0 || position >= group.length) {
        int number = index / block.interval();
        group = block.group(number);
        first = number * block.interval();
        position = index - first;
      }
      return group[position];
    }

    @Override
    public int size() {
      return block.count();
    }
  }
}
