package dev.cairn.api.idempotency;

/**
 * Executes requests once: reserves the key, runs the handler with a lease that is renewed, keeps
 * the outcome, and answers repetitions with it.
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
 * <p>Repetitions that meet in one process wait for the first of them, without a call to the
 * database. Those that meet in different processes wait up to {@link
 * IdempotencySettings#patience()}. A call without a key, or with the feature turned off, runs the
 * handler and costs nothing more.
 */
public interface IdempotentExecutor extends AutoCloseable {
  /**
   * Executes {@code call}, or says why not.
   *
   * @throws dev.cairn.api.CairnException if the record could not be reached, nothing was executed,
   *     and settings say to fail
   * @throws RuntimeException what the handler throws
   */
  IdempotentResult execute(IdempotentCall call, Execution.Handler handler);

  /** Renews leases no more. Requests under way go on, and may be taken over. */
  @Override
  void close();
}
