package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.NetworkContract;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is made of the driver's errors. */
class CassandraNetworkTest implements NetworkContract {
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
    return CassandraServer.of(run).settings().open();
  }

  @Override
  public InetSocketAddress serverAddress() {
    return CassandraServer.of(run).node();
  }

  // It takes longer to connect than calls are given.
  @Override
  public Backend openThrough(InetSocketAddress address, Duration patience) {
    TestSettings settings = CassandraServer.of(run).settings().node(address);
    CqlSession session = new Connector(settings.settings()).connect();
    TestSettings impatient =
        settings.with(CassandraBackendFactory.REQUEST_TIMEOUT, patience.toString());
    return new Connected(
        CassandraBackend.on(session, impatient.settings(), InstantSource.system()), session);
  }

  private static final class Connected extends ForwardingBackend {
    private final CqlSession session;

    Connected(Backend backend, CqlSession session) {
      super(backend);
      this.session = session;
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
