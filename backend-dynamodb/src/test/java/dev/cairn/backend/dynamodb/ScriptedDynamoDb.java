package dev.cairn.backend.dynamodb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers requests by a script, since DynamoDB Local neither throttles nor fails. */
final class ScriptedDynamoDb implements AutoCloseable {
  private final HttpServer server;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile Answer last = new Answer(200, "{}", "");

  /** A scripted reply. */
  record Answer(int status, String body, String crc) {}

  /** A received request. */
  record Request(String operation, String body) {}

  ScriptedDynamoDb() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers the next request with {@code body}. */
  ScriptedDynamoDb answer(int status, String body) {
    answers.add(new Answer(status, body, ""));
    return this;
  }

  /** The same with a checksum, which the SDK compares. */
  ScriptedDynamoDb answerWithCrc(String body, String crc) {
    answers.add(new Answer(200, body, crc));
    return this;
  }

  /** Answers the next request with an error of DynamoDB. */
  ScriptedDynamoDb error(int status, String code) {
    return answer(status, errorBody(code, "because of the script"));
  }

  ScriptedDynamoDb error(int status, String code, String message) {
    return answer(status, errorBody(code, message));
  }

  /** Answers every request without another scripted reply. */
  ScriptedDynamoDb thenAlways(int status, String code) {
    last = new Answer(status, errorBody(code, "because of the script"), "");
    return this;
  }

  private static String errorBody(String code, String message) {
    return "{\"__type\":\"com.amazonaws.dynamodb.v20120810#%s\",\"message\":\"%s\"}"
        .formatted(code, message);
  }

  /** The requests since the last call of this method. */
  List<Request> requests() {
    List<Request> all = List.copyOf(requests);
    requests.clear();
    return all;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(new Request(target.substring(target.indexOf('.') + 1), body));
    Answer answer = answers.poll();
    if (answer == null) {
      answer = last;
    }
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    if (!answer.crc().isEmpty()) {
      exchange.getResponseHeaders().set("x-amz-crc32", answer.crc());
    }
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
