package dev.cairn.core.settle;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Carries one conditional write to an answer, through lost replies.
 *
 * <p>A delayed write can land after any read-back. So finding the row as it was expected permits
 * another try of the same write, never the answer "not made"; only a token that proves the write
 * can no longer land does. If such a token does not come by itself, the row is fenced: it keeps its
 * content and gets a token no earlier write expects.
 *
 * @param <R> the kind of row
 */
public final class Settlement<R> {
  private final Supplier<Optional<R>> reader;
  private final Environment environment;

  /**
   * A way to give up.
   *
   * @param next a row as it was found with a new token, and nothing else changed
   * @param write swaps that in if the row is still as the write in doubt expects it
   */
  public record Fence<R>(UnaryOperator<R> next, Function<R, CasResult<R>> write) {}

  /** Settles writes of the row that {@code reader} reads strongly. */
  public Settlement(Supplier<Optional<R>> reader, Environment environment) {
    this.reader = reader;
    this.environment = environment;
  }

  /**
   * Does {@code write} until what is found afterwards, judged by {@code rule}, settles it.
   *
   * @param fence how to give up; without it, a write that is never answered stays unknown
   * @throws BackendUnavailableException if the write certainly was not made, because it was refused
   *     before any try was in doubt; likewise for every other exception
   */
  public Settled<R> run(
      Supplier<CasResult<R>> write, Verdict.Rule<R> rule, Optional<Fence<R>> fence) {
    CasResult<R> first = write.get();
    if (first instanceof CasResult.Applied) {
      return new Settled.Applied<>();
    }
    return first instanceof CasResult.Unknown<R> unknown
        ? settle(write, rule, fence, unknown.cause())
        : new Settled.Conflict<>(look(first));
  }

  // From here on the write may have been made, so no exception may end it: most of them promise
  // that
  // nothing was done.
  private Settled<R> settle(
      Supplier<CasResult<R>> write,
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
        // The look, or what the rule reads for its proof, failed: only a look permits another try.
        note(e, doubt);
      } catch (CairnException e) {
        note(e, doubt); // closed, or the row is damaged: no further look will tell more
        return new Settled.Unknown<>(Optional.empty(), doubt);
      }
      Backoff.BRIEF.await(tryNumber, environment);
      if (tryNumber == Backoff.BRIEF.tries()) {
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

  // A refusal says that this try did nothing; an earlier one may have.
  private CasResult<R> again(Supplier<CasResult<R>> write, Throwable doubt) {
    try {
      return write.get();
    } catch (CairnException e) {
      note(e, doubt);
      return CasResult.unknown(doubt);
    }
  }

  private static void note(CairnException e, Throwable doubt) {
    if (e != doubt) { // a backend may throw what it named as a cause before
      doubt.addSuppressed(e);
    }
  }

  private Optional<R> look(CasResult<R> result) {
    return result instanceof CasResult.Conflict<R> conflict && conflict.reported()
        ? conflict.row()
        : reader.get();
  }
}
