package dev.cairn.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

class TestRunTest {
  // The examples are run by JUnit, which makes them itself.
  private static final List<String> EVENTS = Collections.synchronizedList(new ArrayList<>());

  @Test
  void serverIsStartedOnceForAllClassesAndClosedAfterWhatUsesIt() {
    EVENTS.clear();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(OneExample.class), selectClass(AnotherExample.class))
                .configurationParameter("cairn.test.example", "given")
                .build(),
            listener);
    listener
        .getSummary()
        .getFailures()
        .forEach(failure -> failure.getException().printStackTrace());
    assertEquals(4, listener.getSummary().getTestsSucceededCount());
    assertEquals(List.of("start server", "connect", "disconnect", "stop server"), EVENTS);
  }

  @Test
  void runIsKnownOnlyWithinATest() {
    assertThrows(IllegalStateException.class, () -> new TestRun().parameter("any"));
  }

  private record Server() implements AutoCloseable {
    static Server start() {
      EVENTS.add("start server");
      return new Server();
    }

    @Override
    public void close() {
      EVENTS.add("stop server");
    }
  }

  private record Connection(Server server) implements AutoCloseable {
    Connection {
      EVENTS.add("connect");
    }

    @Override
    public void close() {
      EVENTS.add("disconnect");
    }
  }

  abstract static class Example {
    @RegisterExtension final TestRun run = new TestRun();

    @Test
    void usesTheServer() {
      assertSame(connection().server(), run.once(Server.class, Server::start));
    }

    @Test
    void usesItAgain() {
      assertSame(connection(), connection());
      assertEquals("given", run.parameter("cairn.test.example").orElseThrow());
    }

    private Connection connection() {
      return run.once(
          Connection.class, () -> new Connection(run.once(Server.class, Server::start)));
    }
  }

  static class OneExample extends Example {}

  static class AnotherExample extends Example {}
}
