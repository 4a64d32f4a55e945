package dev.cairn.core.internal.store;

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
 * Guard against references to objects that garbage collection is about to delete. A commit may
 * refer to objects it wrote, objects it reached through its state, and young ones that refer to
 * nothing else.
 *
 * <p>A collection that began before this commit may be about to delete an old object without
 * references: its mark phase is over, and a reference made now comes too late to keep the object.
 * The same holds for a reference through a young object, so the guard also follows the references
 * of young objects.
 */
final class RevivalGuard {
  private final Set<ObjectRef> reached = new HashSet<>();
  private final Instant youngFrom;
  private long newest;
  private long oldestYoung = Long.MAX_VALUE;
  private final Function<List<ObjectRef>, Map<ObjectRef, List<ObjectRef>>> references;

  /**
   * @param youngFrom objects with IDs from then on are young
   * @param references returns the references of objects; the result leaves out missing objects
   */
  RevivalGuard(
      Instant youngFrom, Function<List<ObjectRef>, Map<ObjectRef, List<ObjectRef>>> references) {
    this.youngFrom = youngFrom;
    this.references = references;
  }

  void add(ObjectRef ref) {
    reached.add(ref);
    newest = Math.max(newest, ref.id());
  }

  void addAll(Collection<ObjectRef> refs) {
    refs.forEach(this::add);
  }

  /** The newest ID of all that was written or reached, and of what these objects need. */
  long newest() {
    return newest;
  }

  /** Whether {@code ref} was written or reached, so that all it refers to is kept as well. */
  boolean contains(ObjectRef ref) {
    return reached.contains(ref);
  }

  boolean isYoung(ObjectRef ref) {
    boolean young = SnowflakeId.instant(ref.id()).isAfter(youngFrom);
    if (young) {
      oldestYoung = Math.min(oldestYoung, ref.id());
    }
    return young;
  }

  /** The oldest ID that was allowed because the object is young; the largest number if none was. */
  long oldestYoung() {
    return oldestYoung;
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
              "the commit may not refer to %s: the object %s does not exist".formatted(ref, young));
        }
        passed.add(young);
        needed.addAll(itsOwn);
      }
      next = unreached(needed, passed);
    }
    addAll(passed);
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
            + " is no longer young, so garbage collection may be about to delete it; read it"
            + " through the workspace, or put it again");
  }
}
