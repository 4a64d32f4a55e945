package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Requests with keys, each with a given commit. */
public final class IdempotentWork {
  /** The outcome of a request. */
  public static final Outcome CREATED =
      Outcome.of(201, "application/json", Bytes.ofUtf8("{\"location\":\"s3://bucket/table\"}"));

  private final Store store;
  private final String reference;
  private final IdempotentExecutor executor;
  private final AtomicLong numbers = new AtomicLong();

  /** Commits go to {@code reference} of {@code store}. */
  public IdempotentWork(Store store, String reference, IdempotentExecutor executor) {
    this.store = store;
    this.reference = reference;
    this.executor = executor;
  }

  /** The number of the latest request. */
  public long latest() {
    return numbers.get();
  }

  /** A new request; its change returns {@link #CREATED}. */
  public void first(Change<Outcome> change) {
    execute(numbers.incrementAndGet(), change, IdempotentResult.Executed.class);
  }

  /** A repetition of an earlier request. */
  public void replay(long number, Change<Outcome> change) {
    execute(number, change, IdempotentResult.Replayed.class);
  }

  /** A commit with a new key, without a record of a request. */
  public void keyed(Change<Bytes> change) {
    KeyedCommit commit = store.commit(reference, commitKey(), change);
    if (!(commit instanceof KeyedCommit.Applied)) {
      throw new IllegalStateException("not applied: " + commit);
    }
  }

  private void execute(
      long number, Change<Outcome> change, Class<? extends IdempotentResult> expected) {
    IdempotentResult result =
        executor.execute(
            IdempotentCall.of(request(number), store, reference)
                .withFingerprint(Fingerprint.ofBytes(Bytes.ofUtf8("payload"))),
            execution -> execution.commit(store, reference, change));
    if (!expected.isInstance(result)) {
      throw new IllegalStateException("not " + expected.getSimpleName() + ": " + result);
    }
  }

  private static RequestKey request(long number) {
    return RequestKey.of(
        Principal.of("ann"),
        "createTable",
        "/v1/tables",
        KeyRule.PATTERN.parse("key-%016x".formatted(number * 0x9E3779B97F4A7C15L)));
  }

  private CommitKey commitKey() {
    Instant now = Instant.now();
    return new CommitKey(
        "by:ann/createTable/%2Fv1%2Ftables/key-" + numbers.incrementAndGet(),
        "",
        now,
        now.plus(Duration.ofMinutes(30)),
        Duration.ofSeconds(2135));
  }
}
