package dev.cairn.core.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which objects a commit may refer to: those it wrote, those it reached through the state it was
 * given, and young ones that themselves refer to nothing else.
 *
 * <p>An old object that nobody refers to any more may be about to be deleted by a collection that
 * began before this commit: its mark is over, and a reference made now comes too late to keep it.
 * That also holds for a reference by way of a young object, so those are looked into.
 */
final class Reach {
  private final Set<ObjectRef> reached = new HashSet<>();
  private final Instant youngFrom;
  private final Function<List<ObjectRef>, Map<ObjectRef, List<ObjectRef>>> references;

  /**
   * @param youngFrom objects with IDs from then on are young
   * @param references what objects refer to; those that are not there are missing in the answer
   */
  Reach(Instant youngFrom, Function<List<ObjectRef>, Map<ObjectRef, List<ObjectRef>>> references) {
    this.youngFrom = youngFrom;
    this.references = references;
  }

  void add(ObjectRef ref) {
    reached.add(ref);
  }

  void addAll(Collection<ObjectRef> refs) {
    reached.addAll(refs);
  }

  /** Whether {@code ref} was written or reached, so that all it refers to is kept as well. */
  boolean contains(ObjectRef ref) {
    return reached.contains(ref);
  }

  boolean isYoung(ObjectRef ref) {
    return SnowflakeId.instant(ref.id()).isAfter(youngFrom);
  }

  /** Refuses an object that the commit may not refer to. */
  void check(ObjectRef ref) {
    if (reached.contains(ref)) {
      return;
    }
    Set<ObjectRef> passed = new HashSet<>();
    List<ObjectRef> next = unreached(List.of(ref), passed);
    while (!next.isEmpty()) {
      for (ObjectRef young : next) {
        if (!isYoung(young)) {
          throw refused(ref, young);
        }
      }
      Map<ObjectRef, List<ObjectRef>> found = references.apply(next);
      List<ObjectRef> needed = new ArrayList<>();
      for (ObjectRef young : next) {
        List<ObjectRef> itsOwn = found.get(young);
        if (itsOwn == null) {
          throw new IllegalArgumentException(
              "the commit may not refer to %s: there is no object %s".formatted(ref, young));
        }
        passed.add(young);
        needed.addAll(itsOwn);
      }
      next = unreached(needed, passed);
    }
    reached.addAll(passed);
  }

  private List<ObjectRef> unreached(List<ObjectRef> refs, Set<ObjectRef> passed) {
    return refs.stream()
        .filter(ref -> !reached.contains(ref) && !passed.contains(ref))
        .distinct()
        .toList();
  }

  private static IllegalArgumentException refused(ObjectRef ref, ObjectRef old) {
    String which = ref.equals(old) ? ref.toString() : ref + ", which needs " + old;
    return new IllegalArgumentException(
        "the commit may not refer to %s: it did not write it, did not read it from this state, and it"
                .formatted(which)
            + " is not young any more, so that garbage collection may be about to delete it; read it"
            + " through the workspace, or put it anew");
  }
}
