package dev.cairn.core.check;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.check.Affected;
import dev.cairn.api.check.Finding;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.core.objects.StoredObjects.Found;

/** Tells damage from what went its way while the check was looking. */
final class Problems {
  private final Backend backend;
  private final RetainedHeads retained;
  private final Findings findings;
  private final Tally tally;
  private final boolean isStored;

  /**
   * @param isStored whether the references that are checked are those of the backend
   */
  Problems(
      Backend backend, RetainedHeads retained, Findings findings, Tally tally, boolean isStored) {
    this.isStored = isStored;
    this.backend = backend;
    this.retained = retained;
    this.findings = findings;
    this.tally = tally;
  }

  /** Notes a problem, unless nobody is owed the state any more. */
  boolean report(State state, Finding.Kind kind, ObjectRef subject, String problem, Affected by) {
    if (isGone(state)) {
      tally.expired.increment();
      return false;
    }
    findings.add(kind, state.scope(), subject.toString(), problem, by);
    return true;
  }

  /** The same for what a read found; whole objects are no problem. */
  boolean report(State state, Found found, ObjectRef subject, Affected by) {
    if (found instanceof Found.Missing) {
      return report(state, Finding.Kind.MISSING, subject, "there is no such row", by);
    } else if (found instanceof Found.Damaged damaged) {
      return report(state, Finding.Kind.DAMAGED, subject, damaged.problem(), by);
    } else if (found instanceof Found.Unsupported unsupported) {
      return report(state, Finding.Kind.UNSUPPORTED, subject, unsupported.problem(), by);
    }
    return false;
  }

  /**
   * Whether a collection may have taken what the state needs since its reference was read: the
   * state has expired, or the reference was deleted so long ago that its row is gone. The oldest
   * head that is kept is durable before anything is deleted, so asking now is not too early.
   */
  private boolean isGone(State state) {
    return state.version() < retained.oldest(state.row())
        || (isStored && backend.readReference(state.row().key(), ReadMode.STRONG).isEmpty());
  }
}
