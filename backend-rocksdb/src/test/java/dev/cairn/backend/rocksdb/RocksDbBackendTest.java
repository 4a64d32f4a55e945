package dev.cairn.backend.rocksdb;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.suite.BackendSuites;
import dev.cairn.testkit.suite.EmptyStoreSource;
import dev.cairn.testkit.suite.SharedStoreSource;
import java.time.InstantSource;

/**
 * All suites but those of networks and schemas, of which it has none; with a write buffer so small
 * that rows are read from files too.
 */
class RocksDbBackendTest extends BackendSuites implements SharedStoreSource, EmptyStoreSource {
  private final TestClock clock = new TestClock();

  @Override
  public Backend open(TestRun run) {
    return settings(run).withWriteBuffer(256 << 10).open();
  }

  @Override
  public Backend openEmpty(TestRun run) {
    return settings(run).open();
  }

  /** Users of one backend, since a directory takes only one. */
  @Override
  public Backend openShared(TestRun run) {
    return new User(run.once(RocksDbBackend.class, () -> settings(run).open()));
  }

  private static TestSettings settings(TestRun run) {
    return TestSettings.of(run.once(StoreDirectories.class, StoreDirectories::new).next());
  }

  /** Expiry hints are not acted on, so time need not pass. */
  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Waiter waiter() {
    return clock.waiter();
  }

  private static final class User extends ForwardingBackend {
    User(Backend shared) {
      super(shared);
    }

    /** Leaves the backend to the others. */
    @Override
    public void close() {}
  }
}
