package dev.cairn.testkit.contract;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * All that a backend promises, as tests. Extend it, say how to get a backend, and run it:
 *
 * <pre>{@code
 * class MyBackendTest extends BackendContract {
 *   @Override
 *   public Backend open(TestRun run) {
 *     MyServer server = run.once(MyServer.class, MyServer::start);
 *     Backend backend = MyBackend.connect(server.address());
 *     backend.createSchema();
 *     return backend;
 *   }
 * }
 * }</pre>
 */
public abstract class BackendContract
    implements ReferenceContract,
        ReferenceLifeContract,
        ObjectContract,
        LargeCallContract,
        ValueContract,
        WriteAndSwapContract,
        UpdateableContract,
        TokenContract,
        ExpiryContract,
        NameContract,
        ReferenceScanContract,
        ObjectScanContract,
        BoundedScanContract,
        PagedScanContract,
        LifeContract,
        ProgressContract,
        ModelContract,
        ObjectRaceContract,
        ReferenceRaceContract,
        HistoryContract,
        FaultContract {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  /** Opens the backend before the first test, and not by whichever thread of a race needs it. */
  @BeforeEach
  final void openBackend() {
    Backend unused = backend();
  }

  @Override
  public final TestRun run() {
    return run;
  }

  @Override
  public final Seed seed() {
    return seed;
  }
}
