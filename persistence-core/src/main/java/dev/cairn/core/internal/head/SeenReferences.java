package dev.cairn.core.internal.head;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the newest row that this process has seen of each reference of a scope, with its head.
 */
public final class SeenReferences {
  // A row that is seen again this soon is not worth a write to the cache.
  private static final long SOON_MICROS = 10_000;

  private final ObjectCache cache;
  private final Scope scope;

  /** Remembers in {@code cache}. */
  public SeenReferences(ObjectCache cache, Scope scope) {
    this.cache = cache;
    this.scope = scope;
  }

  /**
   * The head that {@code row} names, from {@code heads} if it is not cached; null if it names none.
   *
   * @throws dev.cairn.api.ObjectNotFoundException if it does not exist
   */
  public @Nullable OpenHead headOf(ReferenceRow row, Heads heads) {
    if (row.headId().isEmpty()) {
      return null;
    }
    long id = row.headId().getAsLong();
    return find(row.key().name())
        .map(ObjectCache.Seen::head)
        .filter(head -> head.id() == id)
        .orElseGet(() -> heads.get(id));
  }

  /** The newest row seen of {@code name}, if it is cached. */
  public Optional<ObjectCache.Seen> find(String name) {
    return Optional.ofNullable(cache.seen(scope, name));
  }

  /**
   * Caches a row that was current at {@code seenMicros}, unless a newer one is cached: reads
   * overtake each other, and a reader must never go back.
   */
  public void remember(ReferenceRow row, @Nullable OpenHead head, long seenMicros) {
    String name = row.key().name();
    ObjectCache.Seen known = cache.seen(scope, name);
    if (known != null
        && known.row().token().equals(row.token())
        && Math.abs(seenMicros - known.seenMicros()) < SOON_MICROS) {
      return;
    }
    ObjectCache.Seen seen = new ObjectCache.Seen(row, head, seenMicros);
    cache.replaceSeen(
        scope,
        name,
        present -> present != null && present.isNewerOrLaterThan(seen) ? present : seen);
  }

  /** Replaces the cached row by one that differs in its turns only, if that state is cached. */
  public void refresh(ReferenceRow row, long seenMicros) {
    cache.replaceSeen(
        scope,
        row.key().name(),
        present ->
            present != null && References.isSameState(present.row(), row)
                ? new ObjectCache.Seen(row, present.head(), seenMicros)
                : present);
  }

  /** Removes the cached row, because the reference is deleted or its row is unknown. */
  public void forget(String name) {
    cache.replaceSeen(scope, name, present -> null);
  }
}
