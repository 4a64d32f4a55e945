package dev.cairn.api.index;

import java.util.Optional;

/**
 * A request for one page of a listing: its size, and where it starts.
 *
 * <p>A token is opaque text of letters, digits, minus and underscore, which a server can hand to
 * its client. It names the state and the listing that it continues, so all pages of a listing show
 * the state of the first page, whatever is committed meanwhile. It carries a checksum against
 * damage, but no signature: the caller checks whether a client may read the reference.
 *
 * @param limit how many items the page has at most, at least 1
 * @param token where the page starts, from {@link Listing#next}; empty for the first page
 */
public record PageRequest(int limit, Optional<String> token) {
  /**
   * Checks the limit.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public PageRequest {
    if (limit < 1) {
      throw new IllegalArgumentException("the limit of a page must be at least 1, not " + limit);
    }
  }

  /** The first page of a listing. */
  public static PageRequest first(int limit) {
    return new PageRequest(limit, Optional.empty());
  }

  /** The page that follows the one that returned {@code token}. */
  public static PageRequest after(String token, int limit) {
    return new PageRequest(limit, Optional.of(token));
  }
}
