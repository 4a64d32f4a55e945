package dev.cairn.core.settle;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import java.util.Optional;
import java.util.function.Supplier;

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
   * @param row the row with the same content and a new token
   * @param write swaps it in if the row is still as the write in doubt expects it
   */
  public record Fence<R>(R row, Supplier<CasResult<R>> write) {}

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
   *     before any try was in doubt
   */
  public Settled<R> run(
      Supplier<CasResult<R>> write, Verdict.Rule<R> rule, Optional<Fence<R>> fence) {
    Optional<Throwable> doubt = Optional.empty();
    for (int tryNumber = 1; tryNumber <= Backoff.BRIEF.tries(); tryNumber++) {
      CasResult<R> result;
      try {
        result = write.get();
      } catch (BackendUnavailableException e) {
        if (doubt.isEmpty()) {
          throw e;
        }
        result = CasResult.unknown(e); // this try did nothing, but an earlier one may have
      }
      if (result instanceof CasResult.Applied) {
        return new Settled.Applied<>();
      }
      if (result instanceof CasResult.Unknown<R> unknown && doubt.isEmpty()) {
        doubt = Optional.of(unknown.cause());
      }
      if (doubt.isEmpty()) {
        return new Settled.Conflict<>(look(result));
      }
      Optional<Settled<R>> settled = settle(result, rule, doubt.get());
      if (settled.isPresent()) {
        return settled.get();
      }
      Backoff.BRIEF.await(tryNumber, environment);
    }
    Throwable cause = doubt.orElseThrow();
    return fence
        .map(way -> giveUp(way, rule, cause))
        .orElseGet(() -> new Settled.Unknown<>(Optional.empty(), cause));
  }

  private Optional<Settled<R>> settle(CasResult<R> result, Verdict.Rule<R> rule, Throwable doubt) {
    try {
      Optional<R> found = look(result);
      return switch (rule.judge(found)) {
        case APPLIED -> Optional.of(new Settled.Applied<>());
        case CONFLICT -> Optional.of(new Settled.Conflict<>(found));
        case UNKNOWN -> Optional.of(new Settled.Unknown<>(found, doubt));
        case AGAIN -> Optional.empty();
      };
    } catch (BackendUnavailableException e) {
      // The look, or what the rule reads for its proof, failed: that says nothing about the write.
      return Optional.empty();
    }
  }

  private Settled<R> giveUp(Fence<R> fence, Verdict.Rule<R> rule, Throwable doubt) {
    CasResult<R> result;
    try {
      result = fence.write().get();
    } catch (BackendUnavailableException e) {
      result = CasResult.unknown(e);
    }
    if (result instanceof CasResult.Applied) {
      return new Settled.Conflict<>(Optional.of(fence.row()));
    }
    Settled<R> unknown = new Settled.Unknown<>(Optional.empty(), doubt);
    return result instanceof CasResult.Conflict
        ? settle(result, rule, doubt).orElse(unknown)
        : unknown;
  }

  private Optional<R> look(CasResult<R> result) {
    return result instanceof CasResult.Conflict<R> conflict && conflict.reported()
        ? conflict.row()
        : reader.get();
  }
}
