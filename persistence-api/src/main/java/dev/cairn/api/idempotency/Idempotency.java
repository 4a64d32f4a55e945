package dev.cairn.api.idempotency;

import dev.cairn.api.Scope;

/**
 * Entry point to idempotent requests of one database connection.
 *
 * <p>Most servers need one {@linkplain #executor(Scope) executor} per scope and nothing else:
 *
 * <pre>{@code
 * try (IdempotentExecutor executor = cairn.idempotency().executor(scope)) {
 *   IdempotentResult result = executor.execute(call, execution -> ...);
 * }
 * }</pre>
 *
 * <p>Closing the connection closes all executors.
 */
public interface Idempotency {
  /** The configured settings. */
  IdempotencySettings settings();

  /** The records of {@code scope}, for servers with a flow of their own. */
  IdempotencyStore store(Scope scope);

  /**
   * An executor for requests of {@code scope} with the {@linkplain FinalizationPolicy#DEFAULT
   * default policy}. Share it between threads: concurrent repetitions in one process wait for each
   * other there.
   */
  default IdempotentExecutor executor(Scope scope) {
    return executor(scope, FinalizationPolicy.DEFAULT);
  }

  /** An executor for requests of {@code scope}; {@code policy} decides which outcomes are final. */
  IdempotentExecutor executor(Scope scope, FinalizationPolicy policy);

  /** The records of all scopes, for operators. */
  IdempotencyRecords records();
}
