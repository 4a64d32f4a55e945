package dev.cairn.core.check;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What was visited already. IDs are unique within scope and type only. */
final class Seen {
  private record Kind(Scope scope, String type) {}

  private final Map<Kind, IdSet> kinds = new ConcurrentHashMap<>();

  /** Notes an object; whether it is the first time. */
  boolean add(Scope scope, ObjectRef ref) {
    return kinds.computeIfAbsent(new Kind(scope, ref.type()), kind -> new IdSet()).add(ref.id());
  }
}
