package dev.cairn.simulation.broken;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import java.io.IOException;
import java.util.Set;

/** What an adapter may make of its driver's errors, with the tests that have to notice. */
@SuppressWarnings("ImmutableEnumChecker") // Sets of names do not change.
enum NetworkVariant {
  /** The sound one. */
  UNKNOWN,
  CONFLICT(
      "conditionalWritesThatAreCutOffOnTheirWayAreNoConflicts",
      "conditionalWritesWhoseReplyIsCutOffAreUnknown",
      "conditionalWritesWithoutAReplyAreUnknown",
      "conditionalWritesThatArriveLateWereNotDenied"),
  UNAVAILABLE(
      "conditionalWritesWhoseReplyIsCutOffAreUnknown",
      "conditionalWritesWithoutAReplyAreUnknown",
      "conditionalWritesThatArriveLateWereNotDenied"),
  APPLIED("conditionalWritesThatAreCutOffOnTheirWayAreNoConflicts"),
  /** A read that fails finds nothing. */
  NOTHING("readsWhoseReplyIsCutOffNeverDenyARow"),
  STAYS_BROKEN("connectionsThatWereCutAreReplaced");

  private final Set<String> caughtBy;

  NetworkVariant(String... caughtBy) {
    this.caughtBy = Set.of(caughtBy);
  }

  <R> CasResult<R> outcome(IOException lost) {
    return switch (this) {
      case CONFLICT -> CasResult.conflict();
      case UNAVAILABLE -> throw new BackendUnavailableException("lost: " + lost, lost);
      case APPLIED -> CasResult.applied();
      default -> CasResult.unknown(lost);
    };
  }

  /** The names of the tests that have to fail, and no others; every test is named somewhere. */
  Set<String> caughtBy() {
    return caughtBy;
  }
}
