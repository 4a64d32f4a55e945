package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.testkit.TimeLimit;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * How a call ended.
 *
 * @param <T> what it gives if it ended well
 */
sealed interface CallOutcome<T> {
  /** It gave {@code value}. */
  record Value<T>(T value) implements CallOutcome<T> {}

  /** It threw {@code thrown}. */
  record Failure<T>(Throwable thrown) implements CallOutcome<T> {}

  /** Makes the call. */
  static <T> CallOutcome<T> of(Supplier<T> call) {
    try {
      return new Value<>(call.get());
    } catch (RuntimeException e) {
      return new Failure<>(e);
    }
  }

  /** Waits for a commit. */
  static <R> CallOutcome<Committed<R>> of(PendingCommit<R> pending) {
    return of(pending.result().toCompletableFuture());
  }

  /** Waits for it. */
  static <T> CallOutcome<T> of(CompletableFuture<T> future) {
    try {
      return new Value<>(future.get(TimeLimit.patience().toNanos(), TimeUnit.NANOSECONDS));
    } catch (ExecutionException e) {
      return new Failure<>(Objects.requireNonNullElse(e.getCause(), e));
    } catch (CancellationException e) {
      return new Failure<>(e);
    } catch (TimeoutException e) {
      return fail(
          "a commit has no outcome after %d s%s"
              .formatted(TimeLimit.patience().toSeconds(), TimeLimit.othersWaiting()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted", e);
    }
  }

  /** What it gave; fails if it threw. */
  default T get() {
    return this instanceof Value<T> ended
        ? ended.value
        : fail("it should not have failed", ((Failure<T>) this).thrown);
  }

  /** What it threw, which has to be of {@code type}. */
  default <E extends Throwable> E thrown(Class<E> type) {
    if (this instanceof Failure<T> failed) {
      return type.isInstance(failed.thrown)
          ? type.cast(failed.thrown)
          : fail("it should have failed with " + type + ", not so", failed.thrown);
    }
    return fail("it should have failed with " + type + ", and gave " + this);
  }
}
