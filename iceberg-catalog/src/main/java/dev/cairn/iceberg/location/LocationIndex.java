package dev.cairn.iceberg.location;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.store.WorkingIndex;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * The index of a warehouse from locations to the entities that own them.
 *
 * <p>Unless the warehouse allows it, no location of an entity equals, contains or lies inside one
 * of another entity. The locations of one entity may overlap: a table may write its data below its
 * own location, or elsewhere. A value has the IDs of all owners of a place, so that one that leaves
 * does not take it from the others.
 */
public final class LocationIndex {
  /** The name of the index. */
  public static final String NAME = "locations";

  private LocationIndex() {}

  /** The stored form of the entities {@code ids}. */
  public static Bytes value(long... ids) {
    ByteBuffer buffer = ByteBuffer.allocate(ids.length * Long.BYTES);
    LongStream.of(ids).forEach(buffer::putLong);
    return Bytes.wrap(buffer.array());
  }

  /** The entities that {@code value} names. */
  public static long[] ids(Bytes value) {
    ByteBuffer buffer = value.toByteBuffer();
    long[] ids = new long[buffer.remaining() / Long.BYTES];
    Arrays.setAll(ids, i -> buffer.getLong());
    return ids;
  }

  /** What looks at the entities that own a place; it returns whether it has seen enough. */
  @FunctionalInterface
  public interface Visitor {
    /** Called with a location of {@code id} that overlaps. */
    boolean isEnough(Location location, long id);
  }

  /**
   * Shows the locations of other entities than {@code owner} that overlap {@code location}: one
   * bulk read of the location and its ancestors, and one seek into its descendants.
   */
  public static void visitOverlaps(
      IndexView<Bytes> index, Location location, long owner, Visitor visitor) {
    for (Map.Entry<Bytes, Bytes> above :
        index.getAll(location.keysOfSelfAndAncestors()).entrySet()) {
      if (isEnough(above.getKey(), above.getValue(), owner, visitor)) {
        return;
      }
    }
    IndexCursor<Bytes> below = index.list(IndexRange.prefix(location.key()).after(location.key()));
    while (below.next()) {
      if (isEnough(below.key(), below.value(), owner, visitor)) {
        return;
      }
    }
  }

  private static boolean isEnough(Bytes key, Bytes value, long owner, Visitor visitor) {
    for (long id : ids(value)) {
      if (id != owner && visitor.isEnough(Location.ofKey(key), id)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Another entity than {@code owner} whose location overlaps {@code location}, if there is one.
   */
  public static OptionalLong overlap(IndexView<Bytes> index, Location location, long owner) {
    return overlap(index, location, owner, id -> true);
  }

  /** The same among the entities that {@code isCounted} accepts. */
  public static OptionalLong overlap(
      IndexView<Bytes> index, Location location, long owner, LongPredicate isCounted) {
    long[] found = {owner};
    visitOverlaps(
        index,
        location,
        owner,
        (other, id) -> {
          boolean isOne = isCounted.test(id);
          found[0] = isOne ? id : found[0];
          return isOne;
        });
    return found[0] == owner ? OptionalLong.empty() : OptionalLong.of(found[0]);
  }

  /** Makes {@code owner} an owner of {@code locations}; others that are there stay. */
  public static void add(WorkingIndex<Bytes> index, Collection<Location> locations, long owner) {
    for (Location location : locations) {
      long[] others = othersAt(index, location, owner);
      long[] all = Arrays.copyOf(others, others.length + 1);
      all[others.length] = owner;
      index.put(location.key(), value(all));
    }
  }

  /** Frees {@code locations}, as far as {@code owner} owns them. */
  public static void remove(WorkingIndex<Bytes> index, Collection<Location> locations, long owner) {
    for (Location location : locations) {
      long[] others = othersAt(index, location, owner);
      if (others.length == 0) {
        index.remove(location.key());
      } else if (!index.get(location.key()).orElseThrow().equals(value(others))) {
        index.put(location.key(), value(others));
      }
    }
  }

  private static long[] othersAt(IndexView<Bytes> index, Location location, long owner) {
    return index
        .get(location.key())
        .map(value -> LongStream.of(ids(value)).filter(id -> id != owner).toArray())
        .orElseGet(() -> new long[0]);
  }
}
