package dev.cairn.core.internal.store;

import dev.cairn.api.CairnException;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.settle.Settled;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes the rows of a group's attempts and swaps the reference, in one call or in two. */
final class AttemptWriter {
  private final CommitServices services;
  private final Runnable shield;
  private @Nullable Attempt inDoubt;

  /**
   * @param shield keeps interrupts of the leader's thread away from the call that follows
   */
  AttemptWriter(CommitServices services, Runnable shield) {
    this.services = services;
    this.shield = shield;
  }

  /** Builds the new head, and writes all rows that it needs unless the swap does. */
  OpenHead write(Attempt attempt, long time) {
    OpenHead head = attempt.newHead(services.heads(), services.objects(), time);
    long bytes = attempt.rows().stream().mapToLong(stored -> stored.value().length()).sum();
    services.metrics().attempted(attempt.writers(), attempt.rows().size(), bytes);
    boolean atOnce = services.backend().writesAndSwapsAtOnce();
    if (atOnce) {
      Arguments.checkWrite(services.backend().limits(), attempt.rows());
    } else {
      retrying(
          () -> {
            services.backend().write(attempt.rows());
            return true;
          });
    }
    attempt.noteStored(atOnce);
    return head;
  }

  /** Sends the swap; nothing if it would come too late, at the first try or at a later one. */
  Optional<Settled<ReferenceRow>> swap(ReferenceRow row, ReferenceRow next, Attempt attempt) {
    BooleanSupplier isInTime = () -> !attempt.isLate(services.environment().nowMicros());
    inDoubt = attempt; // from here on, whatever is thrown leaves the outcome in doubt
    try {
      Optional<Settled<ReferenceRow>> settled =
          retrying(
              () ->
                  isInTime.getAsBoolean()
                      ? Optional.of(move(row, next, attempt, isInTime))
                      : Optional.empty());
      if (settled.isEmpty() || !(settled.get() instanceof Settled.Unknown)) {
        inDoubt = null;
      }
      return settled;
    } catch (CairnException e) {
      inDoubt = null; // thrown only if nothing was applied
      throw e;
    }
  }

  private Settled<ReferenceRow> move(
      ReferenceRow row, ReferenceRow next, Attempt attempt, BooleanSupplier isInTime) {
    return services.backend().writesAndSwapsAtOnce()
        ? services.references().move(row, next, attempt.rows(), isInTime)
        : services.references().move(row, next, isInTime);
  }

  private <T> T retrying(Supplier<T> call) {
    return Backoff.BRIEF.retrying(
        services.environment(),
        () -> {
          shield.run();
          return call.get();
        });
  }

  /** The attempt whose swap has an unknown outcome, if there is one. */
  @Nullable Attempt inDoubt() {
    return inDoubt;
  }
}
