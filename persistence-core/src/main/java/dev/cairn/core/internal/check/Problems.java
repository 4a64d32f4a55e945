package dev.cairn.core.internal.check;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.check.Finding;
import dev.cairn.api.check.Finding.Affected;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.core.internal.objects.StoredObjects.Found;

/** Distinguishes damage from objects that expired during the check. */
final class Problems {
  private final Backend backend;
  private final RetainedHeadLookup retained;
  private final Findings findings;
  private final CheckTally tally;
  private final boolean isStored;

  /**
   * @param isStored whether the checked references are those of the backend
   */
  Problems(
      Backend backend,
      RetainedHeadLookup retained,
      Findings findings,
      CheckTally tally,
      boolean isStored) {
    this.isStored = isStored;
    this.backend = backend;
    this.retained = retained;
    this.findings = findings;
    this.tally = tally;
  }

  /** Reports a problem, unless the state has expired meanwhile. */
  boolean report(State state, Finding.Kind kind, ObjectRef subject, String problem, Affected by) {
    if (isGone(state)) {
      tally.expired.increment();
      return false;
    }
    findings.add(kind, state.scope(), subject.toString(), problem, by);
    return true;
  }

  /** Reports what a read found; whole objects are no problem. */
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
   * Whether a collection may have deleted what the state needs since its reference was read: the
   * state has expired, or the reference was deleted so long ago that its row is gone. The oldest
   * retained head is durable before anything is deleted, so reading it now is not too early.
   */
  private boolean isGone(State state) {
    return state.version() < retained.oldest(state.row())
        || (isStored && backend.readReference(state.row().key(), ReadMode.STRONG).isEmpty());
  }
}
