package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.iceberg.warehouse.Warehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import dev.cairn.testkit.docs.SettingsTable;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLifeTest {
  @TempDir private Path directory;

  private static Configuration configuration(String... settings) {
    Configuration.Builder builder = Configuration.builder();
    for (int i = 0; i < settings.length; i += 2) {
      builder.set(settings[i], settings[i + 1]);
    }
    return builder.build(ServerSettings.ALL);
  }

  @Test
  void otherMachinesAreServedOnlyIfTwoSettingsAskForIt() {
    assertTrue(BindAddress.of(configuration()).isLoopbackAddress());
    String[] one = {"cairn.server.host", "0.0.0.0", "cairn.server.allow-remote", "true"};
    ConfigurationException refused =
        assertThrows(ConfigurationException.class, () -> BindAddress.of(configuration(one)));
    assertTrue(refused.getMessage().contains("cairn.server.allow-unauthenticated"));
    assertThrows(
        ConfigurationException.class,
        () ->
            BindAddress.of(
                configuration(
                    "cairn.server.host", "0.0.0.0", "cairn.server.allow-unauthenticated", "true")));
    assertEquals(
        "0.0.0.0",
        BindAddress.of(
                configuration(
                    "cairn.server.host",
                    "0.0.0.0",
                    "cairn.server.allow-remote",
                    "true",
                    "cairn.server.allow-unauthenticated",
                    "true"))
            .getHostAddress());
  }

  @Test
  void stoppingWaitsForRequestsInProgressAndRefusesOthers() throws Exception {
    ServerFixture fixture =
        new ServerFixture(
            directory, directory, Map.of(), Map.of("io-impl", GatedFileIO.class.getName()));
    HttpCaller http = new HttpCaller(fixture.uri());
    KeyedOperations operations = new KeyedOperations(http);
    GatedFileIO.Gate gate = GatedFileIO.Gate.closed();
    ExecutorService executor = Executors.newFixedThreadPool(2);
    int port = fixture.server.port();
    try (HostileClient late = new HostileClient(port);
        HostileClient idle = new HostileClient(port)) {
      Future<String> created = executor.submit(() -> operations.createTable("t"));
      gate.reached().await();
      late.send("GET /v1/config?warehouse=main HTTP/1.1\r\nHost: localhost\r\n");
      idle.send("GET /v1/config?warehouse=main HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertEquals(200, idle.read().status());
      Future<?> closed = executor.submit(fixture.server::close);
      while (isAccepting(port)) {
        Thread.onSpinWait();
      }
      assertRefused(late);
      // A server that stops soon closes connections on which nothing happens. Since this one had
      // traffic, that of the request had none.
      assertTrue(idle.isClosedByServer());
      gate.opened().countDown();
      assertTrue(created.get().endsWith(".json"), created::toString);
      closed.get();
    } finally {
      gate.opened().countDown();
      executor.shutdown();
      fixture.close();
    }
  }

  private static void assertRefused(HostileClient late) throws IOException {
    HostileClient.Reply refused;
    try {
      late.send("\r\n");
      refused = late.read();
    } catch (EOFException | SocketException e) {
      return; // The rest came so late that the connection was closed.
    }
    assertEquals(503, refused.status());
    assertEquals("1", refused.headers().get("retry-after"));
    assertTrue(refused.headers().containsKey("x-request-id"), refused::toString);
  }

  private static boolean isAccepting(int port) throws IOException {
    if (port <= 0) {
      return false;
    }
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    }
  }

  @Test
  void probesMayAskForHealthByHead() throws IOException {
    try (ServerFixture fixture = new ServerFixture(directory);
        HostileClient probe = new HostileClient(fixture.server.managementPort())) {
      for (String path : new String[] {"/health/live", "/health/ready", "/metrics"}) {
        probe.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertEquals(200, probe.read("HEAD").status(), path);
      }
      probe.send("DELETE /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertEquals(405, probe.read().status());
    }
  }

  @Test
  void aDeactivatedWarehouseIsNoLongerServed() {
    try (ServerFixture fixture =
        new ServerFixture(
            directory, directory, Map.of("cairn.server.warehouse-age", "0s"), Map.of())) {
      HttpCaller http = new HttpCaller(fixture.uri());
      assertEquals(200, http.get(http.path("/namespaces")).statusCode());
      Warehouses warehouses =
          new Warehouses(fixture.cairn.catalogs(), "default", Map.of(), Clock.systemUTC());
      Warehouse inactive = warehouses.deactivate(warehouses.get(ServerFixture.WAREHOUSE));
      assertEquals(404, http.get(http.path("/namespaces")).statusCode());
      warehouses.activate(inactive);
      assertEquals(200, http.get(http.path("/namespaces")).statusCode());
    }
  }

  @Test
  void aPrefixIsOpaqueAndNeverLeadsToAnotherWarehouse() {
    try (ServerFixture fixture = new ServerFixture(directory)) {
      HttpCaller http = new HttpCaller(fixture.uri());
      assertTrue(http.prefix.matches("[A-Za-z0-9_-]+"), http.prefix);
      for (String other : new String[] {"main", http.prefix + "A", "AAAA", "%41"}) {
        HttpResponse<String> reply = http.get("/v1/" + other + "/namespaces");
        assertEquals(404, reply.statusCode(), reply::body);
      }
    }
  }

  @Test
  void theDocumentationHasEverySetting() throws IOException {
    String table = SettingsTable.of(ServerSettings.ALL);
    String page = Files.readString(Path.of("..", "docs", "server.md"));
    assertTrue(page.contains(table), () -> "docs/server.md must contain:\n" + table);
  }
}
