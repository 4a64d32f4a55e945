package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SchemaTrial;
import dev.cairn.testkit.suite.BackendSuites;
import dev.cairn.testkit.suite.NetworkSource;
import dev.cairn.testkit.suite.SchemaSource;
import dev.cairn.testkit.suite.SharedStoreSource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Order;

/**
 * All suites on a real server, but those that need stores of their own: creating a keyspace takes
 * seconds.
 */
@Order(1)
class CassandraBackendTest extends BackendSuites
    implements SharedStoreSource, NetworkSource, SchemaSource {
  @Override
  public Backend open(TestRun run) {
    return CassandraServer.of(run).settings().open();
  }

  /** Each has a session of its own. */
  @Override
  public Backend openShared(TestRun run) {
    return open(run);
  }

  @Override
  public InetSocketAddress serverAddress(TestRun run) {
    return CassandraServer.of(run).node();
  }

  @Override
  public Backend openDirect(TestRun run) {
    return open(run);
  }

  // It takes longer to connect than calls are given.
  @Override
  public Backend openThrough(TestRun run, InetSocketAddress address, Duration patience) {
    TestSettings settings = CassandraServer.of(run).settings().node(address);
    CqlSession session = new Connector(settings.settings()).connect();
    TestSettings impatient =
        settings.with(CassandraBackendFactory.REQUEST_TIMEOUT, patience.toString());
    return new Connected(
        CassandraBackend.on(session, impatient.settings(), InstantSource.system()), session);
  }

  @Override
  public SchemaTrial storeWithoutSchema(TestRun run) {
    return new CassandraSchemaTrial(CassandraServer.of(run), CassandraServer.newKeyspace("trial"));
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
