package dev.cairn.iceberg.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection that sends any bytes, and reads answers the way a careful client does. */
final class HostileClient implements AutoCloseable {
  /** Only an answer that never comes takes this long. */
  private static final int PATIENCE_MILLIS = 60_000;

  private static final int BETWEEN_BYTES_MILLIS = 20;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /**
   * An answer.
   *
   * @param headers the last value of each, by its name in lower case
   */
  record Reply(int status, Map<String, String> headers, String body) {}

  HostileClient(int port) throws IOException {
    this(port, 0);
  }

  /**
   * @param receiveBytes the size of the buffer for what is received, 0 for the default
   */
  HostileClient(int port, int receiveBytes) throws IOException {
    this.socket = new Socket();
    if (receiveBytes > 0) {
      socket.setReceiveBufferSize(receiveBytes);
    }
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /** Sends {@code text}, one byte for each character. */
  void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Sends {@code text}; a server that has answered already may close before it has all of it. */
  void sendAsFarAsPossible(String text) {
    try {
      send(text);
    } catch (IOException closed) {
      // The answer says why.
    }
  }

  /**
   * Sends {@code text} byte by byte, slowly, until the server says something or closes.
   *
   * @return how much was sent
   */
  int dribble(String text) throws IOException {
    socket.setSoTimeout(BETWEEN_BYTES_MILLIS);
    try {
      for (int i = 0; i < text.length(); i++) {
        in.mark(1);
        try {
          send(text.substring(i, i + 1));
          int unused = in.read();
          in.reset();
          return i;
        } catch (SocketTimeoutException silent) {
          // The next byte, then.
        } catch (IOException closed) {
          return i;
        }
      }
      return text.length();
    } finally {
      socket.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  /** Drops the connection without a goodbye. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Says that nothing more will come. */
  void endOfInput() throws IOException {
    socket.shutdownOutput();
  }

  /** The next answer to a request with any method but HEAD. */
  Reply read() throws IOException {
    return read("GET");
  }

  /** The next answer to a request with {@code method}. */
  Reply read(String method) throws IOException {
    String first = line();
    if (!first.matches("HTTP/1\\.[01] \\d{3}( .*)?")) {
      throw new IOException("not the first line of an answer: " + first);
    }
    int status = Integer.parseInt(first.substring(9, 12));
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    boolean hasBody = !method.equals("HEAD") && status >= 200 && status != 204 && status != 304;
    return new Reply(status, headers, hasBody ? body(headers) : "");
  }

  private String body(Map<String, String> headers) throws IOException {
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      return chunks();
    }
    String length = headers.get("content-length");
    byte[] bytes = length == null ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
    if (length != null && bytes.length < Integer.parseInt(length)) {
      throw new EOFException(
          "the answer is cut after %d of %s bytes".formatted(bytes.length, length));
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String chunks() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int size = size(); size > 0; size = size()) {
      bytes.write(in.readNBytes(size));
      String unused = line();
    }
    String unused = line();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the connection was closed after '%s'".formatted(line));
      }
      if (next == '\n') {
        return line.toString();
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
  }

  /** Whether the server closes the connection, after whatever it still sends. */
  boolean isClosedByServer() {
    try {
      long unused = in.transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
