package dev.cairn.api.idempotency;

/**
 * Executes each request once.
 *
 * <p>It reserves the key, runs the handler under a renewed lease, stores the outcome, and answers
 * repetitions with it.
 *
 * <pre>{@code
 * IdempotentResult result =
 *     executor.execute(
 *         call,
 *         execution ->
 *             execution.commit(store, "main", workspace -> {
 *               workspace.index("tables").put(key, workspace.put(table));
 *               return Outcome.of(201);
 *             }));
 * }</pre>
 *
 * <p>Concurrent repetitions with the same fingerprint in one process wait for the first of them,
 * without a database call; those with another fingerprint are compared with the record. Concurrent
 * repetitions in different processes wait up to {@link IdempotencySettings#patience()}. A call
 * without a key, or with the feature disabled, only runs the handler.
 */
public interface IdempotentExecutor extends AutoCloseable {
  /**
   * Executes {@code call}, or returns the reason for a refusal.
   *
   * @throws dev.cairn.api.CairnException if the record could not be reached and nothing was
   *     executed, with {@link IdempotencySettings.WhenUnreachable#FAIL}
   * @throws RuntimeException if the handler throws
   */
  IdempotentResult execute(IdempotentCall call, Execution.Handler handler);

  /** Stops renewing leases. Requests in progress continue, and may be taken over. */
  @Override
  void close();
}
