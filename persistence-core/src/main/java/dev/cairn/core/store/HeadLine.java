package dev.cairn.core.store;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Whether a head is in the line of heads behind a reference.
 *
 * <p>Every head carries a thinned list of those before it. A list that does not name the head
 * sought names one closely after it, whose own list is finer there: any of 200,000 heads is found
 * by reading at most 9.
 */
final class HeadLine {
  private HeadLine() {}

  /**
   * Whether {@code sought} became current, as seen from {@code line}.
   *
   * <p>A list may name a head with a version later than the one at which it became current, if the
   * reference was fenced or deleted meanwhile; so heads are told by their IDs, which never become
   * current twice, and versions only lead there.
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
      if (nearest.isPresent() && nearest.get().version() >= last.version()) {
        throw new DamagedDataException(
            "the head %016x of version %d names %016x of version %d as an earlier one"
                .formatted(
                    last.headId(),
                    last.version(),
                    nearest.get().headId(),
                    nearest.get().version()));
      }
    }
    return nearest.isPresent();
  }

  private static Optional<HeadVersion> nearestFrom(EarlierHeads list, long version) {
    return list.heads().stream()
        .filter(head -> head.version() >= version)
        .reduce((newer, older) -> older);
  }
}
