package dev.cairn.iceberg.location;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.store.WorkingIndex;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The index of a warehouse from locations to the entities that own them.
 *
 * <p>No location of an entity equals, contains or lies inside one of another entity. The locations
 * of one entity may overlap: a table may write its data below its own location, or elsewhere.
 */
public final class LocationIndex {
  /** The name of the index. */
  public static final String NAME = "locations";

  private LocationIndex() {}

  /** The stored form of the entity {@code id}. */
  public static Bytes value(long id) {
    return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(id).array());
  }

  /** The entity that {@code value} names. */
  public static long id(Bytes value) {
    return value.toByteBuffer().getLong();
  }

  /**
   * Another entity than {@code owner} whose location overlaps {@code location}, if there is one:
   * one bulk read of the location and its ancestors, and one seek into its descendants.
   */
  public static OptionalLong overlap(IndexView<Bytes> index, Location location, long owner) {
    for (Map.Entry<Bytes, Bytes> above :
        index.getAll(location.keysOfSelfAndAncestors()).entrySet()) {
      if (id(above.getValue()) != owner) {
        return OptionalLong.of(id(above.getValue()));
      }
    }
    IndexCursor<Bytes> below = index.list(IndexRange.prefix(location.key()));
    while (below.next()) {
      if (id(below.value()) != owner) {
        return OptionalLong.of(id(below.value()));
      }
    }
    return OptionalLong.empty();
  }

  /** Makes {@code owner} the owner of {@code locations}, which must overlap those of no other. */
  public static void add(WorkingIndex<Bytes> index, Collection<Location> locations, long owner) {
    locations.forEach(location -> index.put(location.key(), value(owner)));
  }

  /** Frees {@code locations}, as far as {@code owner} owns them. */
  public static void remove(WorkingIndex<Bytes> index, Collection<Location> locations, long owner) {
    for (Location location : locations) {
      boolean isOwn = index.get(location.key()).filter(found -> id(found) == owner).isPresent();
      if (isOwn) {
        index.remove(location.key());
      }
    }
  }
}
