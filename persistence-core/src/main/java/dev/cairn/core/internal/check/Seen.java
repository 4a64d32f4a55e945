package dev.cairn.core.internal.check;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Set of visited objects. IDs are unique within scope and type only. */
final class Seen {
  private record Kind(Scope scope, String type) {}

  private final Map<Kind, IdSet> kinds = new ConcurrentHashMap<>();

  /** Adds an object; true if it was not visited before. */
  boolean add(Scope scope, ObjectRef ref) {
    return kinds.computeIfAbsent(new Kind(scope, ref.type()), kind -> new IdSet()).add(ref.id());
  }
}
