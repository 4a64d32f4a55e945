package dev.cairn.testkit.suite;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendContract;
import dev.cairn.testkit.contract.BackendSource;
import dev.cairn.testkit.contract.ConditionalWrite;
import dev.cairn.testkit.contract.NetworkContract;
import dev.cairn.testkit.contract.SchemaContract;
import dev.cairn.testkit.contract.SchemaDamage;
import dev.cairn.testkit.contract.SchemaTrial;
import dev.cairn.testkit.contract.SharedStoreContract;
import dev.cairn.testkit.engine.EngineContract;
import dev.cairn.testkit.idempotency.IdempotencyContract;
import dev.cairn.testkit.maintenance.ChasedTransferSuite;
import dev.cairn.testkit.maintenance.CheckRaceSuite;
import dev.cairn.testkit.maintenance.CheckSuite;
import dev.cairn.testkit.maintenance.DamagedExportSuite;
import dev.cairn.testkit.maintenance.InterruptedTransferSuite;
import dev.cairn.testkit.maintenance.TransferSuite;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * All that a backend has to pass. Extend it, say how to get a backend, and run it:
 *
 * <pre>{@code
 * class MyBackendTest extends BackendSuites implements SharedStoreSource {
 *   @Override
 *   public Backend open(TestRun run) {
 *     MyServer server = run.once(MyServer.class, MyServer::start);
 *     Backend backend = MyBackend.connect(server.address());
 *     backend.createSchema();
 *     return backend;
 *   }
 *
 *   @Override
 *   public Backend openShared(TestRun run) {
 *     return open(run);
 *   }
 * }
 * }</pre>
 *
 * <p>Suites that not every database can pass run if the class implements {@link SharedStoreSource},
 * {@link NetworkSource}, {@link SchemaSource} or {@link EmptyStoreSource}. The report lists the
 * others as skipped; {@code target/surefire-reports/cairn-run.txt} has a line for each suite that
 * ran or was left out, since Surefire prints nested classes without the class that runs them. Each
 * suite has a tag, so that one runs alone: {@code contract}, {@code engine}, {@code idempotency},
 * {@code maintenance}.
 */
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
@ExtendWith(SuiteReport.class)
public abstract class BackendSuites implements BackendSource {
  @RegisterExtension final TestRun run = new TestRun();

  /**
   * Opens a backend for the suites of the engine. Override it if {@link #open} makes the contract
   * harder by small pages or buffers, which would only cost time here.
   */
  protected Backend openForEngine(TestRun run) {
    return open(run);
  }

  /** How many requests the storm of retries sends in all. */
  protected int stormRequests() {
    return 1_000 * scale();
  }

  /** What the SPI promises. */
  @Nested
  @Order(1)
  @Tag("contract")
  class Contract extends BackendContract implements SuitePart {
    @Override
    public BackendSuites suites() {
      return BackendSuites.this;
    }
  }

  /** What holds between instances on one store. */
  @Nested
  @Order(2)
  @Tag("contract")
  @Needs(SharedStoreSource.class)
  class SharedStore extends OptionalPart implements SharedStoreContract {
    @Override
    public Backend open(TestRun run) {
      return as(SharedStoreSource.class).openShared(run);
    }
  }

  /** What is made of requests and replies that get lost. */
  @Nested
  @Order(3)
  @Tag("contract")
  @Needs(NetworkSource.class)
  class Network extends OptionalPart implements NetworkContract {
    @Override
    public Backend open(TestRun run) {
      return as(NetworkSource.class).openDirect(run);
    }

    @Override
    public InetSocketAddress serverAddress() {
      return as(NetworkSource.class).serverAddress(run);
    }

    @Override
    public Backend openThrough(InetSocketAddress address, Duration patience) {
      return as(NetworkSource.class).openThrough(run, address, patience);
    }

    @Override
    public String requestText(ConditionalWrite write) {
      return as(NetworkSource.class).requestText(write);
    }

    @Override
    public String readText(Scope scope) {
      return as(NetworkSource.class).readText(scope);
    }
  }

  /** Which schemas are refused. */
  @Nested
  @Order(4)
  @Tag("contract")
  @Needs(SchemaSource.class)
  class Schema extends OptionalPart implements SchemaContract {
    @Override
    public SchemaTrial emptyStore() {
      return as(SchemaSource.class).storeWithoutSchema(run);
    }

    @Override
    public Set<SchemaDamage> unknownDamages() {
      return as(SchemaSource.class).unknownDamages();
    }
  }

  /** What stores promise on top of it. */
  @Nested
  @Order(5)
  @Tag("engine")
  class Engine extends EngineContract implements SuitePart {
    @Override
    public BackendSuites suites() {
      return BackendSuites.this;
    }

    @Override
    public Backend open(TestRun run) {
      return openForEngine(run);
    }
  }

  /** What requests with idempotency keys are promised. */
  @Nested
  @Order(6)
  @Tag("idempotency")
  class Idempotency extends IdempotencyContract implements SuitePart {
    @Override
    public BackendSuites suites() {
      return BackendSuites.this;
    }

    @Override
    public Backend open(TestRun run) {
      return openForEngine(run);
    }

    @Override
    public int stormRequests() {
      return BackendSuites.this.stormRequests();
    }
  }

  /** What checks find. */
  @Nested
  @Order(7)
  @Tag("maintenance")
  @Needs(EmptyStoreSource.class)
  class Checks extends CheckSuite {
    @Override
    protected Backend newBackend() {
      return empty();
    }
  }

  /** What checks find while others commit and collect. */
  @Nested
  @Order(8)
  @Tag("maintenance")
  @Needs(EmptyStoreSource.class)
  class CheckRaces extends CheckRaceSuite {
    @Override
    protected Backend newBackend() {
      return empty();
    }
  }

  /** What exports carry. */
  @Nested
  @Order(9)
  @Tag("maintenance")
  @Needs(EmptyStoreSource.class)
  class Transfers extends TransferSuite {
    @Override
    protected Backend newBackend() {
      return empty();
    }
  }

  /** Exports that writers are always ahead of. */
  @Nested
  @Order(10)
  @Tag("maintenance")
  @Needs(EmptyStoreSource.class)
  class ChasedTransfers extends ChasedTransferSuite {
    @Override
    protected Backend newBackend() {
      return empty();
    }
  }

  /** Exports whose files are not as they were written. */
  @Nested
  @Order(11)
  @Tag("maintenance")
  @Needs(EmptyStoreSource.class)
  class DamagedExports extends DamagedExportSuite {
    @Override
    protected Backend newBackend() {
      return empty();
    }
  }

  /** Transfers that crashes, commits and collections come between. */
  @Nested
  @Order(12)
  @Tag("maintenance")
  @Needs(EmptyStoreSource.class)
  class InterruptedTransfers extends InterruptedTransferSuite {
    @Override
    protected Backend newBackend() {
      return empty();
    }
  }

  private Backend empty() {
    return as(EmptyStoreSource.class).openEmpty(run);
  }

  // Only suites that run ask, and these run only where the class is one.
  private <T> T as(Class<T> source) {
    return source.cast(this);
  }

  /** A part of the contract that is a suite of its own. */
  abstract class OptionalPart implements SuitePart {
    @RegisterExtension final Seed seed = Seed.ofRun();

    @Override
    public final BackendSuites suites() {
      return BackendSuites.this;
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
}
