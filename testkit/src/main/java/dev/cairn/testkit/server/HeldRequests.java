package dev.cairn.testkit.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * The way to the server, on which requests can be held back. They are kept here and not in the
 * client's socket, which forgets them when the client gives up.
 */
final class HeldRequests {
  private final Socket server;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean holding;
  private boolean wasHeld;

  HeldRequests(Socket server) {
    this.server = server;
  }

  synchronized void hold() {
    holding = true;
    wasHeld = true;
  }

  synchronized void send(byte[] piece, int length) throws IOException {
    if (holding) {
      held.write(piece, 0, length);
    } else {
      server.getOutputStream().write(piece, 0, length);
    }
  }

  /** Sends what is held. */
  synchronized void release() {
    holding = false;
    try {
      held.writeTo(server.getOutputStream());
    } catch (IOException e) {
      // The server is gone; the connection's other direction tells the client.
    }
    held.reset();
  }

  /** Tells the server that the client sends no more, unless it is to get something late. */
  synchronized void end() {
    try {
      if (!wasHeld) {
        server.shutdownOutput();
      }
    } catch (IOException e) {
      // Closed already.
    }
  }
}
