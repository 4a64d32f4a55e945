package dev.cairn.backend.inmemory;

import dev.cairn.api.ClosedException;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.suite.BackendSuites;
import dev.cairn.testkit.suite.EmptyStoreSource;
import dev.cairn.testkit.suite.SharedStoreSource;
import java.time.InstantSource;
import java.util.function.Supplier;

/** All suites but those of networks and schemas, of which it has none. */
class InMemoryBackendTest extends BackendSuites implements SharedStoreSource, EmptyStoreSource {
  private final TestClock clock = new TestClock();

  @Override
  public Backend open(TestRun run) {
    return new InMemoryBackend();
  }

  @Override
  public Backend openEmpty(TestRun run) {
    return new InMemoryBackend();
  }

  /** Each backend has a map of its own, so several connections stand before one. */
  @Override
  public Backend openShared(TestRun run) {
    return new Connection(run.once(InMemoryBackend.class, InMemoryBackend::new));
  }

  /** Faster than a database. */
  @Override
  public int scale() {
    return 10 * Scale.ofRun();
  }

  @Override
  protected int stormRequests() {
    return 100_000 * Scale.ofRun();
  }

  /** Rows do not expire, so time need not pass. */
  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Waiter waiter() {
    return clock.waiter();
  }

  private static final class Connection extends ForwardingBackend {
    private volatile boolean closed;

    Connection(Backend shared) {
      super(shared);
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      if (closed) {
        throw new ClosedException("this connection is closed");
      }
      return super.around(operation, call);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
