package dev.cairn.backend.dynamodb;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.ConditionalWrite;
import dev.cairn.testkit.contract.NetworkContract;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is made of the SDK's errors. Keys are encoded, so requests are known by their names. */
class DynamoDbNetworkTest implements NetworkContract {
  private static final String TARGET = "X-Amz-Target: DynamoDB_20120810.";

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
    return TestSettings.of(run, "network-").create();
  }

  @Override
  public InetSocketAddress serverAddress() {
    return DynamoServer.socket(DynamoServer.of(run));
  }

  @Override
  public Backend openThrough(InetSocketAddress address, Duration patience) {
    return TestSettings.of("http://127.0.0.1:" + address.getPort(), "network-")
        .with("request-timeout", patience.toString())
        .open();
  }

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
}
