package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.core.internal.head.OpenHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one page of a listing in one state. Used once. */
final class PageReader {
  private final PageRequest request;
  private final IndexRange range;
  private final int level;
  private final @Nullable PageToken listing;
  private final Optional<Bytes> position;

  /**
   * @param head the head of the state; null if the reference has none yet
   * @param level the level to list; 0 for all keys
   * @throws InvalidPageTokenException if the token of {@code request} is not of this listing
   */
  PageReader(
      Scope scope,
      String reference,
      @Nullable OpenHead head,
      String index,
      IndexRange range,
      int level,
      PageRequest request) {
    this.request = request;
    this.range = range;
    this.level = level;
    this.listing =
        head == null
            ? null
            : PageToken.of(
                scope,
                reference,
                head.head().life(),
                new HeadId(head.head().version(), head.id()),
                index,
                range,
                level);
    this.position = request.token().map(this::positionOf);
  }

  private Bytes positionOf(String token) {
    if (listing == null) {
      throw new InvalidPageTokenException(
          "the page token is for another state: this one is empty, and its listings have one page");
    }
    return listing.position(token);
  }

  /** The entries of the range. */
  <V> Listing<IndexEntry<V>> entries(IndexView<V> index) {
    IndexRange rest = position.map(range::resumeAfter).orElse(range);
    return read(
        new Items<IndexEntry<V>>() {
          private final IndexCursor<V> cursor = index.list(rest);

          @Override
          public boolean next() {
            return cursor.next();
          }

          @Override
          public IndexEntry<V> take() {
            return new IndexEntry<>(cursor.key(), cursor.value());
          }
        },
        IndexEntry::key);
  }

  /** The groups of the level, and keys above it. */
  <V> Listing<IndexEntry<Optional<V>>> groups(IndexView<V> index) {
    IndexRange rest = position.map(last -> LevelCursor.after(range, last, level)).orElse(range);
    return read(new LevelCursor<>(index.list(rest), range.isDescending(), level), IndexEntry::key);
  }

  /** What a page shows. */
  interface Items<T> {
    /** Moves to the next item; returns false at the end. */
    boolean next();

    /** The item that {@link #next} found; called at most once for each. */
    T take();
  }

  private <T> Listing<T> read(Items<T> items, Function<T, Bytes> key) {
    try {
      List<T> page = new ArrayList<>();
      boolean isMore = items.next();
      while (isMore && page.size() < request.limit()) {
        page.add(items.take());
        isMore = items.next();
      }
      Optional<String> next =
          isMore && listing != null
              ? Optional.of(listing.at(key.apply(page.get(page.size() - 1))).toText())
              : Optional.empty();
      return new Listing<>(List.copyOf(page), next);
    } catch (HeadNotFoundException e) {
      if (request.token().isEmpty()) {
        throw e;
      }
      throw new PageTokenExpiredException(
          "the state of the listing is no longer retained; begin the listing again", e);
    }
  }
}
