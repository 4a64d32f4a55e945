package dev.cairn.testkit.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One connection through a {@link TcpProxy}: two threads, each of which copies in one direction.
 */
final class ProxiedConnection {
  private static final int PIECE = 64 << 10;

  private final Socket client;
  private final Socket server;
  private final List<Trap> traps;
  private final Map<Trap, Search> searches = new HashMap<>();
  private final HeldRequests requests;
  private final AtomicReference<@Nullable Trap> replyTrap = new AtomicReference<>();
  private final AtomicInteger directions = new AtomicInteger(2);

  /**
   * Connects two sockets.
   *
   * @param traps may get longer while the connection lives
   */
  ProxiedConnection(Socket client, Socket server, List<Trap> traps) throws IOException {
    this.client = client;
    this.server = server;
    this.traps = traps;
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    requests = new HeldRequests(server);
  }

  /** Copies requests until the client ends. */
  void copyRequests() {
    byte[] piece = new byte[PIECE];
    try {
      InputStream in = client.getInputStream();
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        Trap trap = spring(piece, length);
        if (trap != null && !meet(trap)) {
          drain(in, piece);
          break;
        }
        requests.send(piece, length);
      }
    } catch (IOException e) {
      // The client is gone, or the server is; the other side still gets what can be sent.
    }
    requests.end();
    endDirection();
  }

  private @Nullable Trap spring(byte[] piece, int length) {
    Trap first = null;
    for (Trap trap : traps) {
      Search search = searches.computeIfAbsent(trap, t -> new Search(t.text()));
      for (int i = search.count(piece, length); i > 0; i--) {
        if (trap.spring() && first == null && trap.fate() != Fate.PASS) {
          first = trap;
        }
      }
    }
    return first;
  }

  /** Gives a request its fate; answers whether it is passed on, now or later. */
  private boolean meet(Trap trap) throws IOException {
    switch (trap.fate()) {
      case CUT_REQUEST -> {
        reset();
        return false;
      }
      case SWALLOW_REQUEST -> {
        return false;
      }
      case HOLD_REQUEST -> {
        requests.hold();
        replyTrap.set(trap);
        trap.onRelease(requests::release);
      }
      default -> replyTrap.set(trap);
    }
    return true;
  }

  private static void drain(InputStream in, byte[] piece) throws IOException {
    while (in.read(piece) >= 0) {
      // Neither side notices that it went nowhere.
    }
  }

  /** Copies replies until the server ends. */
  void copyReplies() {
    byte[] piece = new byte[PIECE];
    try {
      InputStream in = server.getInputStream();
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        Trap trap = replyTrap.getAndSet(null);
        if (trap != null) {
          trap.reply();
        }
        if (trap != null && !meetReply(trap, piece, length)) {
          drain(in, piece);
          break;
        }
        client.getOutputStream().write(piece, 0, length);
      }
      client.shutdownOutput();
    } catch (IOException e) {
      closeQuietly();
    }
    endDirection();
  }

  /** Gives a reply its fate; answers whether it is passed on. */
  private boolean meetReply(Trap trap, byte[] piece, int length) throws IOException {
    switch (trap.fate()) {
      case HOLD_REQUEST -> {
        return true;
      }
      case HOLD_REPLY -> {
        awaitRelease(trap);
        return true;
      }
      case CUT_REPLY -> reset();
      case CUT_INSIDE_REPLY -> {
        client.getOutputStream().write(piece, 0, (length + 1) / 2);
        client.shutdownOutput();
      }
      case HALF_CLOSE -> client.shutdownOutput();
      default -> {
        // Swallowed.
      }
    }
    return false;
  }

  private static void awaitRelease(Trap trap) throws IOException {
    CountDownLatch released = new CountDownLatch(1);
    trap.onRelease(released::countDown);
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  private void endDirection() {
    if (directions.decrementAndGet() == 0) {
      closeQuietly();
    }
  }

  /** Ends both sides, the client's with a reset, so that it cannot take it for an orderly end. */
  void reset() throws IOException {
    client.setSoLinger(true, 0);
    close();
  }

  /** Ends both sides. */
  void close() throws IOException {
    try {
      client.close();
    } finally {
      server.close();
    }
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      // Both sides are gone.
    }
  }
}
