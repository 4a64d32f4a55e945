package dev.cairn.benchmarks.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A connection that is kept, for requests that are ready as bytes. It reads of an answer what is
 * needed to find its end, and keeps the body in a buffer that the next one overwrites.
 */
final class HttpConnection implements AutoCloseable {
  private static final byte[] LENGTH = bytes("content-length:");
  private static final byte[] CHUNKED = bytes("transfer-encoding: chunked");
  private static final byte[] ETAG = bytes("etag:");

  private final Socket socket;
  private final OutputStream out;
  private final InputStream in;
  private final byte[] received = new byte[64 << 10];
  private int from;
  private int to;
  private byte[] line = new byte[1 << 10];
  private int lineLength;
  private byte[] body = new byte[64 << 10];
  private int bodyLength;
  private String etag = "";

  HttpConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    out = socket.getOutputStream();
    in = socket.getInputStream();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A request with a body of JSON, or without one if {@code body} is empty. */
  static byte[] request(String method, String path, String headers, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String length =
        content.length == 0
            ? ""
            : "Content-Type: application/json\r\nContent-Length: %s\r\n".formatted(content.length);
    byte[] head =
        bytes(
            "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n"
                .formatted(method, path, headers, length));
    byte[] request = new byte[head.length + content.length];
    System.arraycopy(head, 0, request, 0, head.length);
    System.arraycopy(content, 0, request, head.length, content.length);
    return request;
  }

  /** The body of the answer to a GET, which succeeds. */
  String get(String path) throws IOException {
    return succeed(request("GET", path, "", ""));
  }

  /** The body of the answer to {@code request}, which succeeds. */
  String succeed(byte[] request) throws IOException {
    int status = exchange(request);
    String text = new String(body, 0, bodyLength, StandardCharsets.UTF_8);
    if (status / 100 != 2) {
      throw new IllegalStateException(
          "%s: %s for %s".formatted(status, text, new String(request, StandardCharsets.UTF_8)));
    }
    return text;
  }

  /** The entity tag of the last answer. */
  String etag() {
    return etag;
  }

  /** Sends a request and reads the answer; returns its status. */
  int exchange(byte[] request) throws IOException {
    out.write(request);
    readLine();
    int status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
    int length = 0;
    boolean isChunked = false;
    for (readLine(); lineLength > 0; readLine()) {
      if (lineBegins(LENGTH)) {
        length = Integer.parseInt(text(LENGTH.length));
      } else if (lineBegins(CHUNKED)) {
        isChunked = true;
      } else if (lineBegins(ETAG)) {
        etag = text(ETAG.length);
      }
    }
    bodyLength = 0;
    if (isChunked) {
      readChunks();
    } else if (status != 304) {
      readBody(length);
    }
    return status;
  }

  private void readChunks() throws IOException {
    int length;
    do {
      readLine();
      length = Integer.parseInt(text(0), 16);
      readBody(length);
      readLine();
    } while (length > 0);
  }

  private void readBody(int length) throws IOException {
    if (body.length < bodyLength + length) {
      body = Arrays.copyOf(body, 2 * (bodyLength + length));
    }
    int left = length;
    while (left > 0) {
      fill();
      int part = Math.min(left, to - from);
      System.arraycopy(received, from, body, bodyLength, part);
      from += part;
      bodyLength += part;
      left -= part;
    }
  }

  private void readLine() throws IOException {
    lineLength = 0;
    while (true) {
      fill();
      byte next = received[from++];
      if (next == '\n') {
        return;
      }
      if (next != '\r') {
        if (lineLength == line.length) {
          line = Arrays.copyOf(line, 2 * lineLength);
        }
        line[lineLength++] = next;
      }
    }
  }

  private void fill() throws IOException {
    if (from == to) {
      from = 0;
      to = in.read(received);
      if (to < 0) {
        to = 0;
        throw new EOFException("the server closed the connection");
      }
    }
  }

  private boolean lineBegins(byte[] lowerCase) {
    if (lineLength < lowerCase.length) {
      return false;
    }
    for (int i = 0; i < lowerCase.length; i++) {
      byte found = line[i];
      if ((found >= 'A' && found <= 'Z' ? found + 32 : found) != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  private String text(int begin) {
    return new String(line, begin, lineLength - begin, StandardCharsets.US_ASCII).strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
