package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import dev.cairn.api.ClosedException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** A session with the cluster; every statement goes through it. */
final class CassandraSession implements AutoCloseable {
  private final CassandraSettings settings;
  private final CqlSession session;
  private final CassandraFailures failures;
  private final Semaphore inFlight;
  private final ConcurrentMap<String, CompletableFuture<PreparedStatement>> prepared =
      new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  CassandraSession(CassandraSettings settings, CqlSession session) {
    this.settings = settings;
    this.session = session;
    failures = new CassandraFailures(settings);
    inFlight = new Semaphore(settings.maxInFlight(), true);
  }

  CassandraSettings settings() {
    return settings;
  }

  CassandraFailures failures() {
    return failures;
  }

  /** Limits how many requests of bulk calls are in flight. */
  Semaphore inFlight() {
    return inFlight;
  }

  /** The live nodes of the local datacenter. */
  List<Node> localNodes() {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> settings.datacenter().equals(node.getDatacenter()))
        .filter(node -> node.getState() == NodeState.UP)
        .toList();
  }

  /** Sends a statement without blocking. */
  CompletionStage<AsyncResultSet> send(Access access, String cql, List<?> values) {
    checkOpen();
    return prepared(cql).thenCompose(statement -> send(access, statement, values));
  }

  /**
   * Sends a prepared statement. If this method throws, the statement was not sent; the future fails
   * with the driver's exception.
   */
  CompletionStage<AsyncResultSet> send(Access access, PreparedStatement statement, List<?> values) {
    checkOpen();
    return session.executeAsync(access.prepare(statement.bind(values.toArray()), settings));
  }

  /** Sends a statement that is used too rarely to be prepared. */
  CompletionStage<AsyncResultSet> sendOnce(Access access, String cql, Object... values) {
    checkOpen();
    return session.executeAsync(access.prepare(SimpleStatement.newInstance(cql, values), settings));
  }

  /** Sends such a statement to one node. */
  CompletionStage<AsyncResultSet> sendTo(Node node, Access access, String cql, Object... values) {
    checkOpen();
    return session.executeAsync(
        access.prepare(SimpleStatement.newInstance(cql, values), settings).setNode(node));
  }

  /** Prepares a statement, once. */
  PreparedStatement prepare(String cql) {
    checkOpen();
    return await(prepared(cql));
  }

  private CompletableFuture<PreparedStatement> prepared(String cql) {
    CompletableFuture<PreparedStatement> known = prepared.get(cql);
    if (known != null && !known.isCompletedExceptionally()) {
      return known;
    }
    // Two threads may both prepare it; the driver combines these into one request.
    CompletableFuture<PreparedStatement> asked = session.prepareAsync(cql).toCompletableFuture();
    prepared.put(cql, asked);
    return asked;
  }

  /** Asks for the next page. */
  AsyncResultSet nextPage(AsyncResultSet page) {
    checkOpen();
    return await(page.fetchNextPage());
  }

  /** Waits for the result of a request that is not a conditional write. */
  <T> T await(CompletionStage<T> answer) {
    try {
      return get(answer);
    } catch (ExecutionException e) {
      throw closed.get() ? closedException() : failures.of(cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failures.interrupted(e);
    }
  }

  // The driver ends every request at its timeout, so this wait ends too.
  static <T> T get(CompletionStage<T> answer) throws ExecutionException, InterruptedException {
    return answer.toCompletableFuture().get();
  }

  static Throwable cause(ExecutionException e) {
    return e.getCause() == null ? e : e.getCause();
  }

  void checkOpen() {
    if (closed.get()) {
      throw closedException();
    }
  }

  /** Throws if the thread is interrupted: it would send the request but not wait for the reply. */
  void checkNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw failures.interrupted(new InterruptedException("before anything was sent"));
    }
  }

  private ClosedException closedException() {
    return new ClosedException("the backend of " + settings.place() + " is closed; open a new one");
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      session.close();
    }
  }
}
