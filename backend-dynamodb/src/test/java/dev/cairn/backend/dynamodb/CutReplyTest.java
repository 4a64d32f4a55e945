package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowKeys;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A reply of which only a part arrives, of any length: a strong read must not take it for a missing
 * row, nor a conditional write for a conflict.
 */
class CutReplyTest {
  private final ReferenceRow row = Rows.reference(Rows.scope());
  private final ServerSocket listener = listen();
  private volatile byte[] reply = reply("200 OK", "{\"Table\":{}}");
  private volatile int length = reply.length;
  private final DynamoDbBackend backend = open();

  private static ServerSocket listen() {
    try {
      return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DynamoDbBackend open() {
    Thread thread = new Thread(this::serve, "cut replies");
    thread.setDaemon(true);
    thread.start();
    return TestSettings.of("http://127.0.0.1:" + listener.getLocalPort(), "cut-")
        .with("retry-time", "PT0S")
        .open();
  }

  @AfterEach
  void close() throws IOException {
    backend.close();
    listener.close();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        readRequest(new BufferedInputStream(socket.getInputStream()));
        socket.getOutputStream().write(reply, 0, length);
      } catch (IOException e) {
        // The next one.
      }
    }
  }

  private static void readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    String lower = head.toString().toLowerCase(Locale.ROOT);
    int from = lower.indexOf("content-length:") + "content-length:".length();
    String digits = lower.substring(from, lower.indexOf('\r', from)).strip();
    in.readNBytes(Integer.parseInt(digits));
  }

  private static byte[] reply(String status, String body) {
    return ("HTTP/1.1 "
            + status
            + "\r\nServer: test\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: "
            + body.length()
            + "\r\nx-amzn-RequestId: 1\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private String item() {
    Base64.Encoder base64 = Base64.getEncoder();
    return "{\"Item\":{\"k\":{\"B\":\"%s\"},\"v\":{\"B\":\"%s\"},\"t\":{\"B\":\"%s\"}}}"
        .formatted(
            base64.encodeToString(RowKeys.encode(row.key()).toByteArray()),
            base64.encodeToString(RowFormat.encode(row).toByteArray()),
            base64.encodeToString(row.token().toBytes().toByteArray()));
  }

  @Test
  void noPartOfAReplyIsTakenForAMissingRow() {
    reply = reply("200 OK", item());
    for (int part = 0; part < reply.length; part++) {
      length = part;
      String text = new String(Arrays.copyOf(reply, part), StandardCharsets.US_ASCII);
      assertThrows(
          BackendUnavailableException.class,
          () -> backend.readReference(row.key(), ReadMode.STRONG),
          () -> "after: " + text);
    }
    length = reply.length;
    assertEquals(Optional.of(row), backend.readReference(row.key(), ReadMode.STRONG));
  }

  @Test
  void noPartOfAnErrorIsTakenForAConflict() {
    String body =
        "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
            + "\"message\":\"The conditional request failed\"}";
    reply = reply("400 Bad Request", body);
    for (int part = 0; part < reply.length; part++) {
      length = part;
      CasResult<ReferenceRow> result = backend.insertReference(row);
      String text = new String(Arrays.copyOf(reply, part), StandardCharsets.US_ASCII);
      assertInstanceOf(CasResult.Unknown.class, result, () -> "after: " + text);
    }
    length = reply.length;
    assertTrue(backend.insertReference(row) instanceof CasResult.Conflict);
  }
}
