package dev.cairn.core.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Which objects a commit may refer to: those it wrote, those it reached through the state it was
 * given, and young ones.
 *
 * <p>An old object that nobody refers to any more may be about to be deleted by a collection that
 * began before this commit: its mark is over, and a reference made now comes too late to keep it.
 */
final class Reach {
  private final Set<ObjectRef> reached = new HashSet<>();
  private final Instant youngFrom;

  /**
   * @param youngFrom objects with IDs from then on are young
   */
  Reach(Instant youngFrom) {
    this.youngFrom = youngFrom;
  }

  void add(ObjectRef ref) {
    reached.add(ref);
  }

  void addAll(Collection<ObjectRef> refs) {
    reached.addAll(refs);
  }

  boolean contains(ObjectRef ref) {
    return isYoung(ref) || reached.contains(ref);
  }

  boolean isYoung(ObjectRef ref) {
    return SnowflakeId.instant(ref.id()).isAfter(youngFrom);
  }

  void check(ObjectRef ref) {
    if (!contains(ref)) {
      throw new IllegalArgumentException(
          "the commit may not refer to %s: it did not write it, did not read it from this state, and it"
                  .formatted(ref)
              + " is not young any more, so that garbage collection may be about to delete it; read it"
              + " through the workspace, or put it anew");
    }
  }
}
