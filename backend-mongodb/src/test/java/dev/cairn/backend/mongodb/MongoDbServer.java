package dev.cairn.backend.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.ServerKind;
import dev.cairn.testkit.server.Servers;
import dev.cairn.testkit.server.TestServer;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.UUID;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mongodb.MongoDBContainer;

/**
 * The server of a test run: a given one, or a replica set of one member in a container, or the
 * stand-in, which has neither replicas nor journals nor TTL.
 */
final class MongoDbServer implements TestServer {
  private static final String IMAGE = "mongo:8.0";

  private final String uri;
  private final boolean real;
  private final Runnable stop;
  private final String database = "cairn-test-" + UUID.randomUUID();

  private MongoDbServer(String uri, boolean real, Runnable stop) {
    this.uri = uri;
    this.real = real;
    this.stop = stop;
  }

  static MongoDbServer of(TestRun run) {
    return Servers.get(run, MongoDbServer.class, new Kind());
  }

  /** A separate stand-in, whatever other tests of the run use. */
  static MongoDbServer standIn() {
    MongoServer server = new MongoServer(new StandIn().version(ServerVersion.MONGO_5_0));
    return new MongoDbServer(server.bindAndGetConnectionString(), false, server::shutdownNow);
  }

  private static MongoDbServer container() {
    MongoDBContainer container = new MongoDBContainer(IMAGE).withReplicaSet();
    container.start();
    // The replica set knows itself by an address inside the container.
    String uri = container.getConnectionString() + "/?directConnection=true";
    return new MongoDbServer(uri, true, container::stop);
  }

  private static final class Kind implements ServerKind<MongoDbServer> {
    @Override
    public String backend() {
      return MongoDbBackendFactory.NAME;
    }

    @Override
    public MongoDbServer given(String uri) {
      return new MongoDbServer(uri, true, () -> {});
    }

    @Override
    public List<Way<MongoDbServer>> ways() {
      return List.of(
          Way.container(
              "MongoDB in a container, a replica set of one (" + IMAGE + ")",
              () -> DockerClientFactory.instance().isDockerAvailable(),
              MongoDbServer::container),
          Way.always(
              "a stand-in for MongoDB in this process, not the real thing (mongo-java-server)",
              MongoDbServer::standIn));
    }
  }

  /** Whether the server is a real MongoDB. */
  boolean isReal() {
    return real;
  }

  String uri() {
    return uri;
  }

  /** Where it listens. */
  InetSocketAddress socketAddress() {
    ServerAddress address = new ServerAddress(address());
    return new InetSocketAddress(address.getHost(), address.getPort());
  }

  /** Default settings, for a database of this run. */
  TestSettings settings() {
    return TestSettings.of(uri, database);
  }

  @Override
  public String address() {
    return String.join(",", new ConnectionString(uri).getHosts());
  }

  /** Drops the databases of this run on a server that continues to run. */
  @Override
  public void close() {
    try (MongoClient client = MongoClients.create(uri)) {
      client.getDatabase(database).drop();
    }
    stop.run();
  }
}
