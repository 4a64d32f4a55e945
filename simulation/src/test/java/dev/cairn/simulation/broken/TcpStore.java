package dev.cairn.simulation.broken;

import dev.cairn.backend.inmemory.InMemoryBackend;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store behind a socket. A request is a line that names a call, which client and server find in
 * memory; so that what the network does to requests and replies is real.
 */
final class TcpStore implements AutoCloseable {
  private final InMemoryBackend rows = new InMemoryBackend();
  private final Map<Long, Runnable> calls = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final ServerSocket listener;

  TcpStore() {
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::acceptAll);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
  }

  InMemoryBackend rows() {
    return rows;
  }

  /** The number by which a request names {@code call}. */
  long add(Runnable call) {
    long number = numbers.incrementAndGet();
    calls.put(number, call);
    return number;
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        start(() -> serve(client));
      } catch (IOException e) {
        // Closed, or the client is gone again.
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      BufferedReader requests =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
      for (String line = requests.readLine(); line != null; line = requests.readLine()) {
        long number = Long.parseLong(line.substring(0, line.indexOf(' ')));
        Objects.requireNonNull(calls.remove(number), line).run();
        client.getOutputStream().write("done\n".getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // The client is gone.
    }
  }

  private static void start(Runnable body) {
    Thread thread = new Thread(body, "tcp store");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
