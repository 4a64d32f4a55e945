package dev.cairn.core.store;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.StoreBusyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells callers how their commits on one reference ended. */
final class Ending {
  private final GroupCommitter queue;
  private final CommitServices services;
  private final String reference;

  Ending(GroupCommitter queue, CommitServices services, String reference) {
    this.queue = queue;
    this.services = services;
    this.reference = reference;
  }

  /** Ends all commits of an attempt with what came of them. */
  void release(Attempt attempt) {
    long now = services.environment().nowMicros();
    List<Entry<?>> ended = new ArrayList<>(attempt.size());
    attempt.release(
        (entry, outcome) -> {
          services.metrics().ended(outcome, age(entry, now));
          ended.add(entry);
        });
    queue.publish(ended);
  }

  /** Ends a commit that was not applied. */
  void fail(Entry<?> entry, CairnException cause) {
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
   * @param swapping the attempt whose swap is in doubt, if one is
   */
  void failAll(List<Entry<?>> entries, @Nullable Attempt swapping, Throwable cause) {
    for (Entry<?> entry : entries) {
      if (swapping == null) {
        end(entry, cause, CommitMetrics.Outcome.FAILED);
      } else if (swapping.isWriter(entry)) {
        String why = "the reply to its swap was lost, and what became of it could not be found out";
        end(
            entry,
            new CommitUnknownException(swapping.idOf(entry), why, cause),
            CommitMetrics.Outcome.UNKNOWN);
      } else {
        // It changed nothing, but saw what another commit of the group may or may not have changed.
        String message =
            "the commit on reference '%s' did nothing: what it found could not be confirmed; try again";
        end(
            entry,
            new BackendUnavailableException(message.formatted(reference), cause),
            CommitMetrics.Outcome.FAILED);
      }
    }
  }

  private void end(Entry<?> entry, Throwable cause, CommitMetrics.Outcome outcome) {
    if (entry.fail(cause)) {
      services.metrics().ended(outcome, age(entry, services.environment().nowMicros()));
      queue.publish(List.of(entry));
    }
  }

  /** Why {@code entry} is not tried any more, if it had its time or its attempts. */
  Optional<CairnException> expiryOf(Entry<?> entry) {
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
            "the commit on reference '%s' was tried %d times in %s, and others moved the reference each time; it was not applied, try again"
                .formatted(reference, entry.attempts(), age)));
  }

  private static Duration age(Entry<?> entry, long nowMicros) {
    return Duration.ofNanos(1_000 * (nowMicros - entry.submittedMicros()));
  }
}
