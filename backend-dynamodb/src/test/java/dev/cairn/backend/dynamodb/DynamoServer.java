package dev.cairn.backend.dynamodb;

import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.ServerKind;
import dev.cairn.testkit.server.Servers;
import dev.cairn.testkit.server.TestServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

/** The server of a test run: one at a given address, or DynamoDB Local. */
final class DynamoServer {
  private DynamoServer() {}

  /** The server of {@code run}. */
  static TestServer of(TestRun run) {
    return Servers.get(run, TestServer.class, new Kind());
  }

  /** The address of a proxy's target. */
  static InetSocketAddress socket(TestServer server) {
    URI uri = URI.create(server.address());
    int port = uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80;
    return new InetSocketAddress(uri.getHost(), port);
  }

  /** Connects to a given server, or starts one. */
  private record Kind() implements ServerKind<TestServer> {
    @Override
    public String backend() {
      return DynamoDbBackendFactory.NAME;
    }

    @Override
    public TestServer given(String uri) {
      return new TestServer() {
        @Override
        public String address() {
          return uri;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public List<Way<TestServer>> ways() {
      return List.of(Way.always("DynamoDB Local 3.3.1", LocalServer::inMemory));
    }
  }
}
