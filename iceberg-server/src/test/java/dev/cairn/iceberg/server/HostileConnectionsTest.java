package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.iceberg.server.HostileClient.Reply;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections that are cut, too many or too greedy. */
final class HostileConnectionsTest {
  private static final int CONNECTIONS = 12;
  private static final String BODY = "{\"namespace\":[\"cut\"],\"properties\":{}}";
  private static final String CREATE =
      "POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
          + BODY.length()
          + "\r\n\r\n"
          + BODY;
  private static final String LIST = "GET /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\n\r\n";

  @TempDir static Path directory;
  private static HostileServer server;

  @BeforeAll
  static void start() throws IOException {
    server =
        new HostileServer(
            directory,
            Map.of(
                "cairn.server.max-body", "64k",
                "cairn.server.max-buffered", "64k",
                "cairn.server.max-requests", "4",
                "cairn.server.max-page-size", "10",
                "cairn.server.max-connections", Integer.toString(CONNECTIONS),
                // Nothing here is to be refused for being slow.
                "cairn.server.receive-timeout", "10m",
                "cairn.server.send-timeout", "10m",
                "cairn.server.idle-timeout", "10m"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void checkUnharmed() throws IOException {
    server.checkUnharmed();
  }

  private static HostileClient connect() throws IOException {
    return server.connect();
  }

  @Test
  void aRequestCutAtAnyByteDoesNothing() throws IOException {
    String request = server.filled(CREATE);
    for (int length = 1; length < request.length(); length++) {
      try (HostileClient client = connect()) {
        client.send(request.substring(0, length));
        client.endOfInput();
        checkRefusedOrClosed(client);
      }
    }
    assertTrue(server.metric("cairn_server_limited_total{bound=\"cut\"}") > 0);
    try (HostileClient client = connect()) {
      client.send(server.filled(LIST));
      assertTrue(!client.read().body().contains("cut"));
    }
  }

  private static void checkRefusedOrClosed(HostileClient client) throws IOException {
    try {
      Reply reply = client.read();
      assertTrue(reply.status() >= 400 && reply.status() < 500, reply::toString);
    } catch (EOFException | SocketException closed) {
      // There was no request that could be answered.
    }
  }

  @Test
  void aConnectionResetAtAnyByteIsForgotten() throws IOException {
    String request = server.filled(CREATE.replace("[\"cut\"]", "[\"cut\",\"child\"]"));
    for (int length = 1; length <= request.length(); length += 7) {
      try (HostileClient client = connect()) {
        client.send(request.substring(0, Math.min(length, request.length())));
        client.reset();
      }
    }
  }

  @Test
  void bodiesOfAllRequestsTogetherAreBounded() throws IOException {
    double before = server.metric("cairn_server_limited_total{bound=\"no-memory\"}");
    String head =
        server.filled(
            "POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n");
    try (HostileClient first = connect();
        HostileClient second = connect()) {
      first.send(head + "x".repeat(40_000));
      server.awaitMetric("cairn_server_buffered", 40_000);
      second.sendAsFarAsPossible(head + "x".repeat(60_000));
      Reply refused = second.read();
      assertEquals(503, refused.status());
      assertEquals("1", refused.headers().get("retry-after"));
    }
    assertEquals(before + 1, server.metric("cairn_server_limited_total{bound=\"no-memory\"}"));
  }

  @Test
  void oneConnectionTooManyWaits() throws IOException {
    double before = server.metric("cairn_server_limited_total{bound=\"connections\"}");
    List<HostileClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        HostileClient client = connect();
        clients.add(client);
        client.send(server.filled(LIST));
        assertEquals(200, client.read().status());
      }
      try (HostileClient late = connect()) {
        late.send(server.filled(LIST));
        server.awaitMetric("cairn_server_connections", CONNECTIONS);
        assertTrue(server.metric("cairn_server_limited_total{bound=\"connections\"}") > before);
        clients.remove(0).close();
        assertEquals(200, late.read().status());
      }
    } finally {
      for (HostileClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    String request = server.filled(LIST);
    String missing =
        server.filled("GET /v1/{p}/namespaces/none HTTP/1.1\r\nHost: localhost\r\n\r\n");
    try (HostileClient client = connect()) {
      client.send((request + missing).repeat(50));
      for (int i = 0; i < 50; i++) {
        assertEquals(200, client.read().status());
        assertEquals(404, client.read().status());
      }
    }
  }

  @Test
  void whatFollowsARefusedBodyIsNotARequest() throws IOException {
    String smuggled = server.filled(CREATE).replace("cut", "smuggled");
    try (HostileClient client = connect()) {
      client.sendAsFarAsPossible(
          server.filled("POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\n")
              + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
              + smuggled);
      assertEquals(400, client.read().status());
      assertTrue(client.isClosedByServer());
    }
    try (HostileClient client = connect()) {
      client.sendAsFarAsPossible(
          server.filled("POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\n")
              + "Content-Length: 99999999\r\n\r\n"
              + smuggled);
      assertEquals(413, client.read().status());
      assertTrue(client.isClosedByServer());
    }
    try (HostileClient client = connect()) {
      client.send(server.filled(LIST));
      assertTrue(!client.read().body().contains("smuggled"));
    }
  }

  @Test
  void aClientThatSendsAllOfARefusedBodyGetsTheAnswer() throws IOException {
    int length = 16 << 20;
    String rest = " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n";
    for (String path : List.of("/v1/{p}/namespaces", "/v1/none")) {
      try (HostileClient client = connect()) {
        client.send(server.filled("POST " + path + rest));
        String part = "x".repeat(1 << 20);
        for (int sent = 0; sent < length; sent += part.length()) {
          client.send(part);
        }
        assertEquals(path.endsWith("none") ? 404 : 413, client.read().status());
      }
    }
  }

  @Test
  void aClientMayAskBeforeItSendsABody() throws IOException {
    String head =
        server.filled(
            "POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n");
    try (HostileClient client = connect()) {
      client.send(head + "Content-Length: 2\r\n\r\n");
      assertEquals(100, client.read().status());
      client.send("{}");
      assertEquals(400, client.read().status());
    }
    try (HostileClient client = connect()) {
      client.send(head + "Content-Length: 99999999\r\n\r\n");
      assertEquals(413, client.read().status());
    }
  }
}
