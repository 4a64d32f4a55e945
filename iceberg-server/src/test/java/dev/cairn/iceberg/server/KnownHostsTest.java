package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.iceberg.server.HostileClient.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page in a browser can send to a server that only its machine can reach. */
final class KnownHostsTest {
  private static final String SETTING = "cairn.server.allowed-hosts";
  private static final String BODY = "{\"namespace\":[\"forged\"],\"properties\":{}}";

  @TempDir private Path directory;

  private HostileServer server(Map<String, String> settings) throws IOException {
    return new HostileServer(directory, settings);
  }

  private static Reply config(HostileServer server, String headers) throws IOException {
    try (HostileClient client = server.connect()) {
      client.send("GET /v1/config?warehouse=main HTTP/1.1\r\n" + headers + "\r\n");
      return client.read();
    }
  }

  private static void assertRefused(Reply reply) {
    assertRefused(421, reply);
  }

  private static void assertRefused(int status, Reply reply) {
    assertEquals(status, reply.status(), reply::toString);
    assertTrue(reply.body().contains(SETTING), reply::toString);
  }

  @Test
  void aNameThatAPageGaveThisAddressIsRefusedOnBothPorts() throws IOException {
    try (HostileServer server = server(Map.of())) {
      Reply refused = config(server, "Host: evil.example:8181\r\n");
      assertRefused(refused);
      assertTrue(refused.body().contains("\"MisdirectedRequestException\""), refused::toString);
      assertTrue(refused.headers().containsKey("x-request-id"), refused::toString);
      assertRefused(config(server, "Host: localhost.evil.example\r\n"));
      assertRefused(config(server, "Host: 127.0.0.1.evil.example\r\n"));
      for (String path : List.of("/metrics", "/health/ready")) {
        try (HostileClient client = new HostileClient(server.fixture().server.managementPort())) {
          client.send("GET " + path + " HTTP/1.1\r\nHost: evil.example\r\n\r\n");
          assertRefused(client.read());
        }
      }
      server.checkUnharmed();
    }
  }

  @Test
  void whatAProxyOrAPageSaysOfTheHostIsNotTrusted() throws IOException {
    try (HostileServer server = server(Map.of())) {
      String headers = "Host: evil.example\r\n";
      assertRefused(config(server, headers + "X-Forwarded-Host: localhost\r\n"));
      assertRefused(config(server, headers + "Forwarded: host=localhost\r\n"));
      try (HostileClient client = server.connect()) {
        client.send("GET http://evil.example/v1/config HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertEquals(400, client.read().status());
      }
    }
  }

  @Test
  void addressesLocalhostAndAllowedNamesAreServed() throws IOException {
    Map<String, String> allowed = Map.of(SETTING, "Catalog.example.org, catalog");
    List<String> served =
        List.of(
            "localhost",
            "LOCALHOST:8181",
            "localhost.",
            "127.0.0.1:8181",
            "192.168.0.7",
            "[::1]:8181",
            "catalog.example.org",
            "CATALOG:443");
    try (HostileServer server = server(allowed)) {
      for (String host : served) {
        assertEquals(200, config(server, "Host: " + host + "\r\n").status(), host);
      }
      assertRefused(config(server, "Host: other.example.org\r\n"));
      assertRefused(config(server, "Host: org\r\n"));
    }
  }

  @Test
  void aPageOfAnotherOriginChangesNothing() throws IOException {
    try (HostileServer server = server(Map.of())) {
      for (String origin : List.of("http://evil.example", "null", "http://6.6.6.6", "file://")) {
        try (HostileClient client = server.connect()) {
          // What a browser sends without asking the server first.
          client.send(
              server.filled(
                  "POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\nOrigin: "
                      + origin
                      + "\r\nContent-Type: text/plain\r\nContent-Length: "
                      + BODY.length()
                      + "\r\n\r\n"
                      + BODY));
          assertRefused(403, client.read());
        }
      }
      HttpCaller http = new HttpCaller(server.fixture().uri());
      assertFalse(http.get(http.path("/namespaces")).body().contains("forged"));
    }
  }

  @Test
  void aPageOfTheServersOwnNameIsServed() throws IOException {
    try (HostileServer server = server(Map.of(SETTING, "console.example.org"))) {
      String own = "Host: 127.0.0.1:8181\r\nOrigin: http://127.0.0.1:8181\r\n";
      assertEquals(200, config(server, own).status());
      // A proxy that does not pass its name on.
      String behind = "Host: 127.0.0.1:8181\r\nOrigin: https://console.example.org\r\n";
      assertEquals(200, config(server, behind).status());
    }
  }

  @Test
  void aServerThatOtherMachinesReachTakesAnyNameUnlessSomeAreSet() throws IOException {
    InetAddress remote = InetAddress.getByName("192.0.2.1");
    KnownHosts open = KnownHosts.of(configuration(Map.of()), remote);
    assertTrue(open.refusal("catalog.prod.svc", List.of()).isEmpty());
    assertFalse(open.refusal("catalog", List.of("http://evil.example")).isEmpty());
    KnownHosts closed = KnownHosts.of(configuration(Map.of(SETTING, "catalog")), remote);
    assertTrue(closed.refusal("catalog", List.of()).isEmpty());
    assertTrue(closed.refusal("10.1.2.3", List.of()).isEmpty());
    assertFalse(closed.refusal("evil.example", List.of()).isEmpty());
  }

  @Test
  void whatIsNoHostNameIsRefusedAtTheStart() {
    for (String wrong : List.of("https://catalog", "catalog:8181", "a b", "a,,b", "*", ".")) {
      Configuration configuration = configuration(Map.of(SETTING, wrong));
      ConfigurationException refused =
          assertThrows(ConfigurationException.class, () -> IcebergServer.check(configuration));
      assertTrue(String.valueOf(refused.getMessage()).contains(SETTING), wrong);
    }
  }

  private static Configuration configuration(Map<String, String> settings) {
    Configuration.Builder builder = Configuration.builder();
    settings.forEach((key, value) -> builder.set(key, value));
    return builder.build(ServerSettings.ALL);
  }
}
