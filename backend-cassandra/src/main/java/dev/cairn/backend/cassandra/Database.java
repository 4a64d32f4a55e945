package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import dev.cairn.api.BackendClosedException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** A session with the cluster, and the one path that every statement takes. */
final class Database implements AutoCloseable {
  private final CassandraSettings settings;
  private final CqlSession session;
  private final Failures failures;
  private final Semaphore inFlight;
  private final ConcurrentMap<String, CompletableFuture<PreparedStatement>> prepared =
      new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  Database(CassandraSettings settings, CqlSession session) {
    this.settings = settings;
    this.session = session;
    failures = new Failures(settings);
    inFlight = new Semaphore(settings.maxInFlight(), true);
  }

  CassandraSettings settings() {
    return settings;
  }

  Failures failures() {
    return failures;
  }

  /** Bounds how many requests of bulk calls are under way. */
  Semaphore inFlight() {
    return inFlight;
  }

  /** The nodes of the local datacenter that are there. */
  List<Node> localNodes() {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> settings.datacenter().equals(node.getDatacenter()))
        .filter(node -> node.getState() == NodeState.UP)
        .toList();
  }

  /** Sends a statement. May be called where nothing may wait. */
  CompletionStage<AsyncResultSet> send(Access access, String cql, List<?> values) {
    checkOpen();
    return prepared(cql).thenCompose(statement -> send(access, statement, values));
  }

  /**
   * Sends a statement that is prepared. What this throws kept it from being sent; what the future
   * ends with is the driver's.
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

  /** The same, to one node. */
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
    // Two threads may both prepare it; the driver makes that one request.
    CompletableFuture<PreparedStatement> asked = session.prepareAsync(cql).toCompletableFuture();
    prepared.put(cql, asked);
    return asked;
  }

  /** The page that follows. */
  AsyncResultSet nextPage(AsyncResultSet page) {
    checkOpen();
    return await(page.fetchNextPage());
  }

  /** What a request that is no conditional write ended with. */
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

  // The driver ends every request by its time-out, so this ends too.
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

  /** For what must not be sent by a thread that would not wait for the answer. */
  void checkNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw failures.interrupted(new InterruptedException("before anything was sent"));
    }
  }

  private BackendClosedException closedException() {
    return new BackendClosedException(
        "the backend of " + settings.place() + " is closed; open another one");
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      session.close();
    }
  }
}
