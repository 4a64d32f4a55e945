package dev.cairn.testkit.contract;

import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows the tests for shared stores on one: several backends before one map. */
class SharedInMemoryBackendTest implements SharedStoreContract {
  @RegisterExtension final TestRun run = new TestRun();

  @Override
  public TestRun run() {
    return run;
  }

  @Override
  public Seed seed() {
    return Seed.ofRun();
  }

  @Override
  public Backend open(TestRun run) {
    return new Connection(run.once(InMemoryBackend.class, InMemoryBackend::new));
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
