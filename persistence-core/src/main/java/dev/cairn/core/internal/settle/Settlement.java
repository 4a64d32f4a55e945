package dev.cairn.core.internal.settle;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Runs one conditional write to a final outcome, through lost replies.
 *
 * <p>A delayed write can be applied after any read. Finding the row as the write expects it
 * therefore permits another try of the same write, never the answer "not applied"; that requires a
 * token which proves that the write can no longer be applied. If no other writer produces such a
 * token, the row is fenced: it keeps its content and gets a token that no earlier write expects.
 *
 * @param <R> the kind of row
 */
public final class Settlement<R> {
  private final Supplier<Optional<R>> reader;
  private final Environment environment;

  /**
   * How to fence a row, when the write is given up.
   *
   * @param next the row it is given, with a new token and otherwise unchanged
   * @param write swaps that row in if the stored one is still as the unknown write expects it
   */
  public record Fence<R>(UnaryOperator<R> next, Function<R, CasResult<R>> write) {}

  /** Settles writes of the row that {@code reader} reads strongly. */
  public Settlement(Supplier<Optional<R>> reader, Environment environment) {
    this.reader = reader;
    this.environment = environment;
  }

  /**
   * Repeats {@code write} until the row read afterwards, judged by {@code rule}, settles it.
   *
   * @param fence how to give up; without it, a write whose replies are all lost stays unknown
   * @throws BackendUnavailableException if the write was certainly not applied, because it was
   *     refused before the outcome of any try was unknown; likewise for every other exception
   */
  public Settled<R> run(
      Supplier<CasResult<R>> write, Verdict.Rule<R> rule, Optional<Fence<R>> fence) {
    return run(write, () -> true, rule, fence);
  }

  /**
   * The same for a write that may come too late.
   *
   * @param isInTime whether it may be sent once more; asked before each try but the first
   */
  public Settled<R> run(
      Supplier<CasResult<R>> write,
      BooleanSupplier isInTime,
      Verdict.Rule<R> rule,
      Optional<Fence<R>> fence) {
    CasResult<R> first = write.get();
    if (first instanceof CasResult.Applied) {
      return new Settled.Applied<>();
    }
    return first instanceof CasResult.Unknown<R> unknown
        ? settle(write, isInTime, rule, fence, unknown.cause())
        : new Settled.Conflict<>(look(first));
  }

  // From here on the write may have been applied, so no exception may leave this method: most
  // exceptions promise that nothing was done.
  private Settled<R> settle(
      Supplier<CasResult<R>> write,
      BooleanSupplier isInTime,
      Verdict.Rule<R> rule,
      Optional<Fence<R>> fence,
      Throwable doubt) {
    CasResult<R> result = CasResult.unknown(doubt);
    for (int tryNumber = 1; ; tryNumber++) {
      boolean mayWriteAgain = false;
      try {
        Optional<Settled<R>> settled = judge(look(result), rule, doubt);
        if (settled.isPresent()) {
          return settled.get();
        }
        mayWriteAgain = true;
      } catch (BackendUnavailableException e) {
        // The read, or what the rule reads for its proof, failed: only a successful read permits
        // another try.
        note(e, doubt);
      } catch (CairnException e) {
        note(e, doubt); // closed, or the row is damaged: another read would not help
        return new Settled.Unknown<>(Optional.empty(), doubt);
      }
      Backoff.BRIEF.await(tryNumber, environment);
      if (tryNumber == Backoff.BRIEF.tries() || (mayWriteAgain && !isInTime.getAsBoolean())) {
        return fence
            .map(way -> giveUp(way, rule, doubt))
            .orElseGet(() -> new Settled.Unknown<>(Optional.empty(), doubt));
      }
      result = mayWriteAgain ? again(write, doubt) : CasResult.unknown(doubt);
      if (result instanceof CasResult.Applied) {
        return new Settled.Applied<>();
      }
    }
  }

  private Optional<Settled<R>> judge(Optional<R> found, Verdict.Rule<R> rule, Throwable doubt) {
    return switch (rule.judge(found)) {
      case APPLIED -> Optional.of(new Settled.Applied<>());
      case CONFLICT -> Optional.of(new Settled.Conflict<>(found));
      case UNKNOWN -> Optional.of(new Settled.Unknown<>(found, doubt));
      case AGAIN -> Optional.empty();
    };
  }

  // The row is read once more, so that the fence keeps what is there byte by byte.
  private Settled<R> giveUp(Fence<R> fence, Verdict.Rule<R> rule, Throwable doubt) {
    Settled<R> unknown = new Settled.Unknown<>(Optional.empty(), doubt);
    try {
      Optional<R> found = reader.get();
      Optional<Settled<R>> settled = judge(found, rule, doubt);
      if (settled.isPresent()) {
        return settled.get();
      }
      R fenced = fence.next().apply(found.orElseThrow());
      CasResult<R> result = fence.write().apply(fenced);
      if (result instanceof CasResult.Applied) {
        return new Settled.Conflict<>(Optional.of(fenced));
      }
      return result instanceof CasResult.Conflict
          ? judge(look(result), rule, doubt).orElse(unknown)
          : unknown;
    } catch (CairnException e) {
      note(e, doubt);
      return unknown;
    }
  }

  // An exception means that this try did nothing; an earlier one may have been applied.
  private CasResult<R> again(Supplier<CasResult<R>> write, Throwable doubt) {
    try {
      return write.get();
    } catch (CairnException e) {
      note(e, doubt);
      return CasResult.unknown(doubt);
    }
  }

  private static void note(CairnException e, Throwable doubt) {
    if (e != doubt) { // a backend may throw the exception that it gave as a cause before
      doubt.addSuppressed(e);
    }
  }

  private Optional<R> look(CasResult<R> result) {
    return result instanceof CasResult.Conflict<R> conflict && conflict.reported()
        ? conflict.row()
        : reader.get();
  }
}
