package dev.cairn.core.internal.store;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.StoreBusyException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Completes commits on one reference with their outcomes. */
final class OutcomeRelease {
  private final CommitServices services;
  private final String reference;

  OutcomeRelease(CommitServices services, String reference) {
    this.services = services;
    this.reference = reference;
  }

  /** Ends all commits of an attempt with their results. */
  void release(Attempt attempt) {
    long now = services.environment().nowMicros();
    List<QueuedCommit<?>> ended = new ArrayList<>(attempt.size());
    attempt.release(
        (entry, outcome) -> {
          services.metrics().ended(outcome, age(entry, now));
          ended.add(entry);
        });
    publish(ended);
  }

  /** Ends a commit that was not applied. */
  void fail(QueuedCommit<?> entry, CairnException cause) {
    end(
        entry,
        cause,
        cause instanceof CommitConflictException
            ? CommitMetrics.Outcome.CONFLICT
            : CommitMetrics.Outcome.FAILED);
  }

  /**
   * Ends commits because something failed.
   *
   * @param swapping the attempt whose swap has an unknown outcome, if any
   */
  void failAll(List<QueuedCommit<?>> entries, @Nullable Attempt swapping, Throwable cause) {
    for (QueuedCommit<?> entry : entries) {
      if (swapping == null) {
        end(entry, cause, CommitMetrics.Outcome.FAILED);
      } else if (swapping.isWriter(entry)) {
        String why = "the reply to its swap was lost, and the swap could not be settled";
        end(
            entry,
            new CommitUnknownException(swapping.idOf(entry), why, cause),
            CommitMetrics.Outcome.UNKNOWN);
      } else {
        // It edited nothing, but saw edits of the group that may or may not have been applied.
        String message =
            "the commit on reference '%s' did nothing: the state it read could not be confirmed;"
                + " try again";
        end(
            entry,
            new BackendUnavailableException(message.formatted(reference), cause),
            CommitMetrics.Outcome.FAILED);
      }
    }
  }

  private void end(QueuedCommit<?> entry, Throwable cause, CommitMetrics.Outcome outcome) {
    if (entry.fail(cause)) {
      services.metrics().ended(outcome, age(entry, services.environment().nowMicros()));
      publish(List.of(entry));
    }
  }

  /** Why {@code entry} is not tried again, if its time or its attempts are used up. */
  Optional<CairnException> expiryOf(QueuedCommit<?> entry) {
    Duration age = age(entry, services.environment().nowMicros());
    boolean isLate = age.compareTo(services.limits().timeLimit()) > 0;
    if (!isLate && entry.attempts() < services.limits().maxAttempts()) {
      return Optional.empty();
    }
    if (entry.attempts() == 0) {
      return Optional.of(
          new StoreBusyException(
              "the commit on reference '%s' waited %s for its turn and was not begun; try again later"
                  .formatted(reference, age)));
    }
    return Optional.of(
        new CommitConflictException(
            "the commit on reference '%s' failed after %d conflicting attempts in %s; it was not applied, try again"
                .formatted(reference, entry.attempts(), age)));
  }

  private static Duration age(QueuedCommit<?> entry, long nowMicros) {
    return Duration.of(nowMicros - entry.submittedMicros(), ChronoUnit.MICROS);
  }

  /**
   * Completes ended commits. Waiting threads are woken here; application code that depends on a
   * result runs on the executor, where it does not delay the next group.
   */
  private void publish(List<QueuedCommit<?>> ended) {
    List<QueuedCommit<?>> elsewhere = new ArrayList<>();
    for (QueuedCommit<?> entry : ended) {
      if (entry.isAwaited()) {
        entry.publish();
      } else {
        elsewhere.add(entry);
      }
    }
    if (!elsewhere.isEmpty()) {
      try {
        services.executor().execute(() -> elsewhere.forEach(QueuedCommit::publish));
      } catch (RuntimeException | Error e) {
        elsewhere.forEach(
            QueuedCommit::publish); // they have ended, and no other thread completes them
      }
    }
  }
}
