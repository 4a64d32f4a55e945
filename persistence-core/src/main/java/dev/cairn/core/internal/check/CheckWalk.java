package dev.cairn.core.internal.check;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.objects.StoredObjects;
import dev.cairn.core.internal.runtime.WorkStack;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** State that all pieces of one walk share. */
final class CheckWalk {
  private final StoredObjects objects;
  private final Codec codec;
  private final ObjectTypes types;
  private final Seen seen;
  private final Findings findings;
  private final Problems problems;
  private final CheckTally tally;
  private final WorkStack workers;
  private final Map<ObjectKey, Set<ObjectRef>> tainted = new ConcurrentHashMap<>();

  CheckWalk(
      StoredObjects objects,
      Codec codec,
      ObjectTypes types,
      Findings findings,
      Problems problems,
      CheckTally tally,
      WorkStack workers) {
    this.objects = objects;
    this.codec = codec;
    this.types = types;
    this.seen = new Seen();
    this.findings = findings;
    this.problems = problems;
    this.tally = tally;
    this.workers = workers;
  }

  /** The damaged objects to which {@code ref} is known to lead, including itself. */
  Set<ObjectRef> tainted(Scope scope, ObjectRef ref) {
    if (findings.isEmpty()) {
      return Set.of();
    }
    return findings.has(scope, ref) ? Set.of(ref) : tainted.getOrDefault(ref.in(scope), Set.of());
  }

  void taint(Scope scope, ObjectRef ref, Set<ObjectRef> bad) {
    tainted.computeIfAbsent(ref.in(scope), key -> ConcurrentHashMap.newKeySet()).addAll(bad);
  }

  /** Schedules {@code work}, and reports the progress of the check. */
  void later(Runnable work) {
    workers.add(
        () -> {
          work.run();
          tally.tell();
        });
  }

  StoredObjects objects() {
    return objects;
  }

  Codec codec() {
    return codec;
  }

  ObjectTypes types() {
    return types;
  }

  Seen seen() {
    return seen;
  }

  Findings findings() {
    return findings;
  }

  Problems problems() {
    return problems;
  }

  CheckTally tally() {
    return tally;
  }
}
