package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.NetworkContract;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the network on the variant that the run names; not run by the build. */
class BrokenNetworkContract implements NetworkContract {
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

  private TcpStore store() {
    return run.once(TcpStore.class, TcpStore::new);
  }

  @Override
  public Backend open(TestRun run) {
    return new TcpBackend(store(), store().address(), LONG, NetworkVariant.UNKNOWN);
  }

  @Override
  public InetSocketAddress serverAddress() {
    return store().address();
  }

  @Override
  public Backend openThrough(InetSocketAddress address, Duration patience) {
    NetworkVariant variant =
        NetworkVariant.valueOf(run.parameter(SuiteRun.PARAMETER).orElseThrow());
    return new TcpBackend(store(), address, patience, variant);
  }
}
