package dev.cairn.backend.dynamodb;

import dev.cairn.testkit.server.TestServer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/** DynamoDB Local in this process, on a free port of the loopback address. */
final class LocalServer implements TestServer {
  private final DynamoDBProxyServer server;
  private final ServerConnector connector;

  private LocalServer(DynamoDBProxyServer server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /** A server that keeps its tables in memory. */
  static LocalServer inMemory() {
    return start(Optional.empty());
  }

  /** A server that keeps its tables in {@code directory}. */
  static LocalServer in(Path directory) {
    return start(Optional.of(directory));
  }

  private static LocalServer start(Optional<Path> directory) {
    String[] arguments =
        directory
            .map(
                path ->
                    new String[] {
                      "-dbPath", path.toString(), "-sharedDb", "-disableTelemetry", "-port", "8000"
                    })
            .orElseGet(
                () ->
                    new String[] {"-inMemory", "-sharedDb", "-disableTelemetry", "-port", "8000"});
    try {
      DynamoDBProxyServer server = create(arguments);
      // By default it would bind port 8000 on every address, and it refuses 0 for a free port.
      Field field = DynamoDBProxyServer.class.getDeclaredField("server");
      field.setAccessible(true);
      ServerConnector connector = (ServerConnector) ((Server) field.get(server)).getConnectors()[0];
      connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
      connector.setPort(0);
      server.safeStart();
      return new LocalServer(server, connector);
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local does not start", e);
    }
  }

  // The server prints only its arguments.
  private static synchronized DynamoDBProxyServer create(String... arguments) throws Exception {
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try {
      return ServerRunner.createServerFromCommandLineArgs(arguments);
    } finally {
      System.setOut(out);
    }
  }

  InetSocketAddress socketAddress() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort());
  }

  @Override
  public String address() {
    return "http://127.0.0.1:" + connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local does not stop", e);
    }
  }
}
