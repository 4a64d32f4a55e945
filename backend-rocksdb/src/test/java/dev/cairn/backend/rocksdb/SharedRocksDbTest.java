package dev.cairn.backend.rocksdb;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SharedStoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What holds between users of one store: here of one backend, since a directory takes only one. */
class SharedRocksDbTest implements SharedStoreContract {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  @Override
  public TestRun run() {
    return run;
  }

  @Override
  public Seed seed() {
    return seed;
  }

  @Override
  public Backend open(TestRun run) {
    Stores stores = run.once(Stores.class, Stores::new);
    return new User(run.once(RocksDbBackend.class, () -> TestSettings.of(stores.next()).open()));
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
