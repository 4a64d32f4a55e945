package dev.cairn.testkit.contract;

import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
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
        ValueContract,
        UpdateableContract,
        ExpiryContract,
        NameContract,
        ReferenceScanContract,
        ObjectScanContract,
        LifeContract,
        ModelContract,
        ObjectRaceContract,
        ReferenceRaceContract {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  @Override
  public final TestRun run() {
    return run;
  }

  @Override
  public final Seed seed() {
    return seed;
  }
}
