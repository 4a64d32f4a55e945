package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that send or read too slowly. Each bound is small where a test is about it. */
class SlowClientsTest {
  private static final String LIST = "GET /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\n\r\n";

  @TempDir Path directory;
  private HostileServer server;

  private void start(String receive, String send) throws IOException {
    server =
        new HostileServer(
            directory,
            Map.of(
                "cairn.server.receive-timeout",
                receive,
                "cairn.server.send-timeout",
                send,
                "cairn.server.max-requests",
                "2",
                "cairn.server.idle-timeout",
                "10m",
                "cairn.server.max-page-size",
                "10"));
  }

  private void startForSenders() throws IOException {
    start("500ms", "10m");
  }

  @AfterEach
  void checkUnharmed() throws IOException {
    server.checkUnharmed();
    server.close();
  }

  @Test
  void aBodyThatDribblesInIsRefused() throws IOException {
    startForSenders();
    double before = server.metric("cairn_server_limited_total{bound=\"too-slow\"}");
    try (HostileClient client = server.connect()) {
      client.send(
          server.filled(
              "POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"));
      int sent = client.dribble("{\"a\":\"".concat("x".repeat(59_000)));
      assertTrue(sent < 59_000);
      assertEquals(408, client.read().status());
      assertTrue(client.isClosedByServer());
    }
    assertEquals(before + 1, server.metric("cairn_server_limited_total{bound=\"too-slow\"}"));
  }

  @Test
  void aBodyThatNeverComesIsRefused() throws IOException {
    startForSenders();
    try (HostileClient client = server.connect()) {
      client.send(
          server.filled(
              "POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"));
      assertEquals(408, client.read().status());
    }
  }

  /** Each byte is traffic, so the idle timeout does not see these. */
  @Test
  void aHeadThatDribblesInIsCut() throws IOException {
    startForSenders();
    double before = server.metric("cairn_server_limited_total{bound=\"slow-head\"}");
    try (HostileClient client = server.connect()) {
      client.send("GET /v1/config HTTP/1.1\r\nHost: localhost\r\nA: ");
      int sent = client.dribble("x".repeat(20_000));
      assertTrue(sent < 20_000);
      assertTrue(client.isClosedByServer());
    }
    server.awaitMetric("cairn_server_limited_total{bound=\"slow-head\"}", before + 1);
  }

  @Test
  void aSecondHeadThatDribblesInIsCut() throws IOException {
    startForSenders();
    try (HostileClient client = server.connect()) {
      client.send(server.filled(LIST));
      assertEquals(200, client.read().status());
      client.send("GET /v1/conf");
      int sent = client.dribble("x".repeat(20_000));
      assertTrue(sent < 20_000);
      assertTrue(client.isClosedByServer());
    }
  }

  /** A listing much longer than all buffers between the server and a client that does not read. */
  @Test
  void aClientThatDoesNotReadIsCut() throws IOException {
    start("10m", "1s");
    for (int i = 0; i < 40; i++) {
      make("parent".concat(Integer.toString(i)).concat("x".repeat(200)));
    }
    double before = server.metric("cairn_server_limited_total{bound=\"send-timeout\"}");
    try (HostileClient client = server.connect(1024)) {
      client.send(server.filled(LIST).repeat(400));
      server.awaitMetric("cairn_server_limited_total{bound=\"send-timeout\"}", before + 1);
      assertTrue(client.isClosedByServer());
    }
  }

  @Test
  void clientsThatDoNotReadTheirListingsKeepNoOthersFromWriting() throws IOException {
    start("10m", "10m");
    for (int i = 0; i < 40; i++) {
      make("parent".concat(Integer.toString(i)).concat("x".repeat(200)));
    }
    try (HostileClient silent = server.connect(1024)) {
      silent.send(server.filled(LIST).repeat(400));
      // Refused again and again once the other client holds what is for listings.
      int refused = 0;
      for (int tries = 0; tries < 5_000 && refused < 20; tries++) {
        refused = status(server.filled(LIST)) == 503 ? refused + 1 : 0;
      }
      assertEquals(20, refused);
      // The answer to a listing arrives a moment before it stops counting.
      int written = 503;
      for (int tries = 0; tries < 100 && written == 503; tries++) {
        written = status(create("written"));
      }
      assertEquals(200, written);
    }
    server.awaitMetric("cairn_server_active", 0);
  }

  private int status(String request) throws IOException {
    try (HostileClient client = server.connect()) {
      client.send(request);
      return client.read().status();
    }
  }

  private String create(String name) {
    String body = "{\"namespace\":[\"" + name + "\"],\"properties\":{}}";
    return server.filled("POST /v1/{p}/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: ")
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  // A busy machine may need longer to answer than the bound of this test.
  private void make(String name) throws IOException {
    String request = create(name);
    int status = 0;
    while (status != 200 && status != 409) {
      try (HostileClient client = server.connect()) {
        client.send(request);
        status = client.read().status();
      } catch (EOFException | SocketException cut) {
        // Once more; 409 says that it is there.
      }
    }
  }
}
