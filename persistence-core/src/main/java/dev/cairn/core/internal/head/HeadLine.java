package dev.cairn.core.internal.head;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * Search for a head in the line of heads of a reference.
 *
 * <p>Every head carries a thinned list of those before it. A list that does not name the wanted
 * head names one shortly after it, whose own list is denser there: any of 200,000 heads is found by
 * reading at most 9.
 */
final class HeadLine {
  private HeadLine() {}

  /** Whether {@code sought} is the head of {@code row} or became current before it. */
  static boolean contains(ReferenceRow row, HeadVersion sought, LongFunction<EarlierHeads> before) {
    return row.headId().equals(OptionalLong.of(sought.headId()))
        || contains(row.earlierHeads(), sought, before);
  }

  /**
   * Whether {@code sought} became current, as seen from {@code line}.
   *
   * <p>A list may name a head with a version later than the one at which it became current, if the
   * reference was fenced or deleted meanwhile; so heads are compared by their IDs, which never
   * become current twice, and versions only guide the search.
   *
   * @param line the list to start from, of a reference or a head
   * @param before reads the list of a head, by the head's ID
   * @throws DamagedDataException if a list leads forward, so that the search might never end
   */
  static boolean contains(
      EarlierHeads line, HeadVersion sought, LongFunction<EarlierHeads> before) {
    Optional<HeadVersion> nearest = nearestFrom(line, sought.version());
    while (nearest.isPresent() && nearest.get().headId() != sought.headId()) {
      HeadVersion last = nearest.get();
      nearest = nearestFrom(before.apply(last.headId()), sought.version());
      nearest.ifPresent(head -> checkBackwards(last, head));
    }
    return nearest.isPresent();
  }

  private static void checkBackwards(HeadVersion newer, HeadVersion older) {
    if (older.version() >= newer.version()) {
      throw new DamagedDataException(
          "the head %016x of version %d names %016x of version %d as an earlier one"
              .formatted(newer.headId(), newer.version(), older.headId(), older.version()));
    }
  }

  /**
   * The head directly after {@code earlier}; empty if {@code earlier} is the current head of {@code
   * row}.
   */
  static OptionalLong successor(
      ReferenceRow row, HeadVersion earlier, LongFunction<EarlierHeads> before) {
    if (row.headId().equals(OptionalLong.of(earlier.headId()))) {
      return OptionalLong.empty();
    }
    OptionalLong holder = row.headId();
    long version = row.version();
    EarlierHeads list = row.earlierHeads();
    while (true) {
      Optional<HeadVersion> nearer = nearestAfter(list, earlier);
      if (nearer.isEmpty()) {
        return holder;
      }
      checkBackwards(new HeadVersion(version, holder.orElse(nearer.get().headId())), nearer.get());
      holder = OptionalLong.of(nearer.get().headId());
      version = nearer.get().version();
      list = before.apply(holder.getAsLong());
    }
  }

  // The version in a list may be later than the one at which the head became current, so the entry
  // of the head itself is recognized by its ID.
  private static Optional<HeadVersion> nearestAfter(EarlierHeads list, HeadVersion earlier) {
    return list.heads().stream()
        .filter(h -> h.version() > earlier.version() && h.headId() != earlier.headId())
        .reduce((newer, older) -> older);
  }

  private static Optional<HeadVersion> nearestFrom(EarlierHeads list, long version) {
    return list.heads().stream()
        .filter(head -> head.version() >= version)
        .reduce((newer, older) -> older);
  }
}
