package dev.cairn.testkit.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Does what a line says and answers with one: the smallest server there is. */
final class LineServer implements AutoCloseable {
  private final ServerSocket listener;
  private final List<String> done = new CopyOnWriteArrayList<>();

  LineServer() {
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
  }

  /** The lines it got. */
  List<String> done() {
    return done;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        start(() -> serve(socket));
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        done.add(line);
        socket.getOutputStream().write(("did " + line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // The client is gone.
    }
  }

  private static void start(Runnable body) {
    Thread thread = new Thread(body, "line server");
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
