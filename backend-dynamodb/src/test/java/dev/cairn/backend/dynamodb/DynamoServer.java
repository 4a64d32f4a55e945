package dev.cairn.backend.dynamodb;

import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.ServerKind;
import dev.cairn.testkit.server.Servers;
import dev.cairn.testkit.server.TestServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/** The server of a test run: one at a given address, or DynamoDB Local, here or in a container. */
final class DynamoServer {
  private static final String IMAGE = "amazon/dynamodb-local:3.0.0";

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
      return List.of(
          Way.always("DynamoDB Local 3.3.1", LocalServer::inMemory),
          Way.container(
              "DynamoDB Local in a container (" + IMAGE + ")",
              () -> DockerClientFactory.instance().isDockerAvailable(),
              Container::start));
    }
  }

  /** Untried: no machine with a Docker engine has run it. */
  private record Container(GenericContainer<?> container) implements TestServer {
    private static final int PORT = 8000;

    static Container start() {
      GenericContainer<?> container =
          new GenericContainer<>(IMAGE)
              .withCommand("-jar", "DynamoDBLocal.jar", "-inMemory", "-sharedDb")
              .withExposedPorts(PORT);
      container.start();
      return new Container(container);
    }

    @Override
    public String address() {
      return "http://%s:%d".formatted(container.getHost(), container.getMappedPort(PORT));
    }

    @Override
    public void close() {
      container.stop();
    }
  }
}
