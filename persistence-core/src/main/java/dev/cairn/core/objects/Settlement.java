package dev.cairn.core.objects;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Carries one conditional write to an answer, through lost replies.
 *
 * <p>A delayed write can land after any read-back. So finding the object as it was expected permits
 * another try with the same token, never the answer "not made"; only a token that proves the write
 * can no longer land does. What a found object proves is in {@link Verdict}.
 *
 * @param <T> the class of the object's values
 */
final class Settlement<T> {
  private final Supplier<Optional<Versioned<T>>> reader;
  private final Function<ObjectRow, Versioned<T>> decoder;
  private final Environment environment;

  /** A way to give up: as {@code version}, the object has a token no earlier write expects. */
  record Fence<T>(Versioned<T> version, Supplier<CasResult<ObjectRow>> write) {}

  Settlement(
      Supplier<Optional<Versioned<T>>> reader,
      Function<ObjectRow, Versioned<T>> decoder,
      Environment environment) {
    this.reader = reader;
    this.decoder = decoder;
    this.environment = environment;
  }

  /** Does {@code write} until what is found afterwards, judged by {@code rule}, settles it. */
  Update<T> run(
      Versioned<T> attempted,
      Supplier<CasResult<ObjectRow>> write,
      Verdict.Rule<T> rule,
      Optional<Fence<T>> fence) {
    Optional<Throwable> doubt = Optional.empty();
    for (int tryNumber = 1; tryNumber <= Backoff.BRIEF.tries(); tryNumber++) {
      CasResult<ObjectRow> result;
      try {
        result = write.get();
      } catch (BackendUnavailableException e) {
        if (doubt.isEmpty()) {
          throw e; // nothing was done, by this try or an earlier one
        }
        result = CasResult.unknown(e);
      }
      if (result instanceof CasResult.Applied) {
        return new Update.Applied<>(attempted);
      }
      if (result instanceof CasResult.Unknown<ObjectRow> unknown && doubt.isEmpty()) {
        doubt = Optional.of(unknown.cause());
      }
      if (doubt.isEmpty()) {
        return new Update.Conflict<>(look(result));
      }
      Optional<Update<T>> settled = settle(attempted, result, rule, doubt.get());
      if (settled.isPresent()) {
        return settled.get();
      }
      Backoff.BRIEF.await(tryNumber, environment);
    }
    Throwable cause = doubt.orElseThrow();
    return fence
        .map(way -> giveUp(attempted, way, rule, cause))
        .orElseGet(() -> new Update.Unknown<>(attempted, Optional.empty(), cause));
  }

  private Optional<Update<T>> settle(
      Versioned<T> attempted, CasResult<ObjectRow> result, Verdict.Rule<T> rule, Throwable doubt) {
    Optional<Versioned<T>> found;
    try {
      found = look(result);
    } catch (BackendUnavailableException e) {
      return Optional.empty();
    }
    return switch (rule.judge(found)) {
      case APPLIED -> Optional.of(new Update.Applied<>(attempted));
      case CONFLICT -> Optional.of(new Update.Conflict<>(found));
      case UNKNOWN -> Optional.of(new Update.Unknown<>(attempted, found, doubt));
      case AGAIN -> Optional.empty();
    };
  }

  private Update<T> giveUp(
      Versioned<T> attempted, Fence<T> fence, Verdict.Rule<T> rule, Throwable doubt) {
    CasResult<ObjectRow> result;
    try {
      result = fence.write().get();
    } catch (BackendUnavailableException e) {
      result = CasResult.unknown(e);
    }
    if (result instanceof CasResult.Applied) {
      return new Update.Conflict<>(Optional.of(fence.version()));
    }
    Update<T> unknown = new Update.Unknown<>(attempted, Optional.empty(), doubt);
    return result instanceof CasResult.Conflict
        ? settle(attempted, result, rule, doubt).orElse(unknown)
        : unknown;
  }

  private Optional<Versioned<T>> look(CasResult<ObjectRow> result) {
    return result instanceof CasResult.Conflict<ObjectRow> conflict && conflict.reported()
        ? conflict.row().map(decoder)
        : reader.get();
  }
}
