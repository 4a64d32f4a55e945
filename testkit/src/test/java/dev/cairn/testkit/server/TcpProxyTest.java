package dev.cairn.testkit.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TcpProxyTest {
  private final LineServer server = new LineServer();
  private final TcpProxy proxy = TcpProxy.to(server.address());

  @AfterEach
  void close() {
    proxy.close();
    server.close();
  }

  @Test
  void passesRequestsAndReplies() throws IOException {
    try (Client client = new Client()) {
      client.send("one\n");
      assertEquals("did one", client.readLine());
      client.send("two\n");
      assertEquals("did two", client.readLine());
    }
    assertEquals(1, proxy.connections());
  }

  @Test
  void endOfTheClientsStreamReachesTheServerAndItsReplyComesBack() throws IOException {
    try (Client client = new Client()) {
      client.send("one");
      client.socket.shutdownOutput();
      assertEquals("did one", client.readLine());
      assertEquals("", client.readLine());
    }
  }

  @Test
  void countsRequestsAlsoWhereTheyComeInPieces() throws IOException {
    Trap counted = proxy.count("put");
    try (Client client = new Client()) {
      client.send("a pu");
      client.send("t and a put\n");
      assertEquals("did a put and a put", client.readLine());
      client.send("get\n");
      assertEquals("did get", client.readLine());
    }
    assertEquals(2, counted.met());
  }

  @Test
  void cutRequestNeverReachesTheServer() throws IOException {
    Trap trap = proxy.trap("put", Fate.CUT_REQUEST);
    try (Client client = new Client()) {
      client.send("put 1\n");
      trap.awaitSprung();
      assertThrows(SocketException.class, client::readLine);
    }
    try (Client client = new Client()) {
      client.send("put 2\n");
      assertEquals("did put 2", client.readLine());
    }
    assertEquals(List.of("put 2"), server.done());
    assertEquals(1, trap.met());
  }

  @Test
  void swallowedRequestNeverReachesTheServerAndGetsNoAnswer() throws IOException {
    proxy.trap("put", Fate.SWALLOW_REQUEST);
    try (Client client = new Client()) {
      client.send("put 1\n");
      client.send("get\n");
      client.socket.setSoTimeout(50);
      assertThrows(SocketTimeoutException.class, client::readLine);
    }
    assertEquals(List.of(), server.done());
  }

  @Test
  void heldRequestArrivesAfterItsClientHasGivenUp() throws IOException {
    Trap trap = proxy.trap("put", Fate.HOLD_REQUEST);
    try (Client client = new Client()) {
      client.send("put 1\n");
      trap.awaitSprung();
      client.socket.setSoLinger(true, 0);
    }
    try (Client client = new Client()) {
      client.send("get\n");
      assertEquals("did get", client.readLine());
    }
    assertEquals(List.of("get"), server.done());
    trap.release();
    trap.awaitReply();
    assertEquals(List.of("get", "put 1"), server.done());
  }

  @Test
  void heldRequestIsAnsweredIfItsClientWaits() throws IOException {
    Trap trap = proxy.trap("put", Fate.HOLD_REQUEST);
    try (Client client = new Client()) {
      client.send("put 1\n");
      trap.awaitSprung();
      assertEquals(List.of(), server.done());
      trap.release();
      assertEquals("did put 1", client.readLine());
      client.send("get\n");
      assertEquals("did get", client.readLine());
    }
  }

  @Test
  void heldReplyWaits() throws Exception {
    Trap trap = proxy.trap("put", Fate.HOLD_REPLY);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (Client client = new Client()) {
      client.send("put 1\n");
      trap.awaitReply();
      assertEquals(List.of("put 1"), server.done());
      assertEquals(0, client.socket.getInputStream().available());
      Future<String> reply = executor.submit(client::readLine);
      trap.release();
      assertEquals("did put 1", reply.get());
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void cutReplyIsAResetAfterTheServerHasDoneIt() throws IOException {
    Trap trap = proxy.trap("put", Fate.CUT_REPLY);
    try (Client client = new Client()) {
      client.send("put 1\n");
      trap.awaitReply();
      assertThrows(SocketException.class, client::readLine);
    }
    assertEquals(List.of("put 1"), server.done());
  }

  @Test
  void halfOfAReplyArrives() throws IOException {
    proxy.trap("put", Fate.CUT_INSIDE_REPLY);
    try (Client client = new Client()) {
      client.send("put 1\n");
      assertEquals("did p", client.readLine());
    }
    assertEquals(List.of("put 1"), server.done());
  }

  @Test
  void halfClosedConnectionEndsInPlaceOfTheReply() throws IOException {
    proxy.trap("put", Fate.HALF_CLOSE);
    try (Client client = new Client()) {
      client.send("put 1\n");
      assertEquals("", client.readLine());
      client.send("more\n");
    }
    assertEquals("put 1", server.done().get(0));
  }

  @Test
  void swallowedReplyIsLostWithoutAnError() throws IOException {
    Trap trap = proxy.trap("put", Fate.SWALLOW_REPLY);
    try (Client client = new Client()) {
      client.send("put 1\n");
      trap.awaitReply();
      client.socket.setSoTimeout(50);
      assertThrows(SocketTimeoutException.class, client::readLine);
    }
    assertEquals(List.of("put 1"), server.done());
  }

  @Test
  void connectionsAreCutAndRefusedUntilTheyAreAcceptedAgain() throws IOException {
    try (Client client = new Client()) {
      client.send("one\n");
      assertEquals("did one", client.readLine());
      proxy.refuseConnections();
      proxy.cutAll();
      assertThrows(SocketException.class, client::readLine);
    }
    assertThrows(
        IOException.class,
        () -> {
          try (Client client = new Client()) {
            client.send("two\n");
            assertTrue(client.readLine().isEmpty(), "a reply");
            throw new IOException("ended without a reply");
          }
        });
    proxy.acceptConnections();
    try (Client client = new Client()) {
      client.send("three\n");
      assertEquals("did three", client.readLine());
    }
    assertEquals(List.of("one", "three"), server.done());
  }

  @Test
  void newConnectionsGoToTheNewTarget() throws IOException {
    try (LineServer second = new LineServer()) {
      proxy.retarget(second.address());
      try (Client client = new Client()) {
        client.send("one\n");
        assertEquals("did one", client.readLine());
      }
      assertEquals(List.of("one"), second.done());
      assertEquals(List.of(), server.done());
    }
  }

  private final class Client implements AutoCloseable {
    final Socket socket;

    Client() throws IOException {
      socket = new Socket(proxy.address().getAddress(), proxy.address().getPort());
      socket.setTcpNoDelay(true);
    }

    void send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The next line, or what there is of it at the end of the stream. */
    String readLine() throws IOException {
      InputStream in = socket.getInputStream();
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
        line.append((char) c);
      }
      return line.toString();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
