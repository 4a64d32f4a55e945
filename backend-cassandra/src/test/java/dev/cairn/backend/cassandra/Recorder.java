package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A session that records every statement it sends, and can fail instead of sending. */
final class Recorder {
  private final CqlSession session;
  private final List<Statement<?>> sent = new CopyOnWriteArrayList<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostUnderWay = new AtomicInteger();
  private volatile @Nullable Throwable failure;

  Recorder(CqlSession session) {
    this.session = session;
  }

  /** The session for a backend. */
  CqlSession session() {
    return (CqlSession)
        Proxy.newProxyInstance(
            CqlSession.class.getClassLoader(), new Class<?>[] {CqlSession.class}, this::invoke);
  }

  /** From now on every statement ends with {@code cause}; null to send them again. */
  void failWith(@Nullable Throwable cause) {
    failure = cause;
  }

  /** The statements since the last call of this method. */
  List<Statement<?>> sent() {
    List<Statement<?>> all = List.copyOf(sent);
    sent.clear();
    return all;
  }

  /** The largest number of statements in flight. */
  int mostUnderWay() {
    return mostUnderWay.get();
  }

  /** The text of a statement, in one line. */
  static String text(Statement<?> statement) {
    String text =
        statement instanceof BoundStatement bound
            ? bound.getPreparedStatement().getQuery()
            : ((SimpleStatement) statement).getQuery();
    return text.replaceAll("\\s+", " ");
  }

  private Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    boolean isExecution = method.getName().startsWith("execute");
    if (isExecution && !(arguments[0] instanceof Statement)) {
      throw new IllegalStateException("statements are sent in one way only, and not by " + method);
    }
    if (!isExecution) {
      return call(method, arguments);
    }
    sent.add((Statement<?>) arguments[0]);
    Throwable cause = failure;
    if (cause != null) {
      return CompletableFuture.<AsyncResultSet>failedStage(cause);
    }
    int now = underWay.incrementAndGet();
    mostUnderWay.accumulateAndGet(now, Math::max);
    // Count the reply before it is delivered.
    return ((CompletionStage<?>) call(method, arguments))
        .whenComplete((result, thrown) -> underWay.decrementAndGet());
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(session, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
