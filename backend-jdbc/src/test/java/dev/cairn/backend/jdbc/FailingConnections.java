package dev.cairn.backend.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of which one call fails, once or as long as a test wants, and the others work. */
final class FailingConnections {
  private final DataSource source;
  private final AtomicInteger opened = new AtomicInteger();
  private volatile @Nullable String failing;
  private volatile @Nullable Object argument;
  private volatile Throwable failure = new SQLException("not set");

  private FailingConnections(DataSource source) {
    this.source = source;
  }

  static FailingConnections to(JdbcSettings settings) {
    return new FailingConnections(ConnectionSource.of(settings, Dialects.of(settings.url())));
  }

  /** A backend that uses them. */
  JdbcBackend open(JdbcSettings settings) {
    return open(settings, Dialects.of(settings.url()));
  }

  /** The same with the statements of another dialect. */
  JdbcBackend open(JdbcSettings settings, Dialect dialect) {
    return new JdbcBackend(
        ConnectionPool.open(settings, dialect, proxy(DataSource.class, this::source)),
        settings.domain());
  }

  /** From now on calls of {@code method} throw {@code failure}, and do nothing else. */
  void fail(String method, @Nullable Object argument, Throwable failure) {
    this.failure = failure;
    this.argument = argument;
    failing = method;
  }

  void failNoMore() {
    failing = null;
  }

  /** How many connections were opened so far. */
  int opened() {
    return opened.get();
  }

  private @Nullable Object source(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object result = invoke(source, method, arguments);
    if (result instanceof Connection connection) {
      opened.incrementAndGet();
      return proxy(
          Connection.class,
          (self, called, with) -> {
            boolean fails =
                called.getName().equals(failing)
                    && (argument == null || (with != null && argument.equals(with[0])));
            if (fails) {
              throw failure;
            }
            return invoke(connection, called, with);
          });
    }
    return result;
  }

  private static @Nullable Object invoke(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            FailingConnections.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
