package dev.cairn.backend.dynamodb;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.ConditionalWrite;
import dev.cairn.testkit.contract.SchemaTrial;
import dev.cairn.testkit.suite.BackendSuites;
import dev.cairn.testkit.suite.NetworkSource;
import dev.cairn.testkit.suite.SchemaSource;
import dev.cairn.testkit.suite.SharedStoreSource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.UUID;

/**
 * All suites but those that need stores of their own: DynamoDB Local takes two minutes for them.
 * Those of the engine have tables of their own, so that their scans read less.
 */
class DynamoDbBackendTest extends BackendSuites
    implements SharedStoreSource, NetworkSource, SchemaSource {
  private static final String TARGET = "X-Amz-Target: DynamoDB_20120810.";

  @Override
  public Backend open(TestRun run) {
    return TestSettings.of(run, "contract-").with("scan-segments", "2").create();
  }

  @Override
  protected Backend openForEngine(TestRun run) {
    return TestSettings.of(run, "engine-").with("scan-segments", "1").create();
  }

  @Override
  public Backend openShared(TestRun run) {
    return TestSettings.of(run, "shared-").create();
  }

  @Override
  public InetSocketAddress serverAddress(TestRun run) {
    return DynamoServer.socket(DynamoServer.of(run));
  }

  @Override
  public Backend openDirect(TestRun run) {
    return TestSettings.of(run, "network-").create();
  }

  @Override
  public Backend openThrough(TestRun run, InetSocketAddress address, Duration patience) {
    return TestSettings.of("http://127.0.0.1:" + address.getPort(), "network-")
        .with("request-timeout", patience.toString())
        .open();
  }

  /** Keys are encoded, so requests are known by their names. */
  @Override
  public String requestText(ConditionalWrite write) {
    return switch (write.kind()) {
      case REMOVE_REFERENCE, DELETE_IF -> TARGET + "DeleteItem";
      default -> TARGET + "PutItem";
    };
  }

  @Override
  public String readText(Scope scope) {
    return TARGET + "GetItem";
  }

  @Override
  public SchemaTrial storeWithoutSchema(TestRun run) {
    return new DynamoDbSchemaTrial(TestSettings.of(run, "trial-" + UUID.randomUUID() + "-"));
  }
}
