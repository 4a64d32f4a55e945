package dev.cairn.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/** A source of a migration that answers what a test wants, also what no REST catalog answers. */
final class SourceStub implements AutoCloseable {
  private static final String CONFIG =
      """
      {"defaults":{}, "overrides":{}, "endpoints":["GET /v1/{prefix}/namespaces/{namespace}/views"]}
      """;

  /** What it answers: a status, and a body. */
  record Reply(int status, String body) {
    static Reply ok(String body) {
      return new Reply(200, body);
    }

    static Reply error(int status, String type, String message) {
      return new Reply(
          status, json(Map.of("error", Map.of("code", status, "type", type, "message", message))));
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Function<HttpExchange, Reply>> replies = new ConcurrentHashMap<>();
  private volatile Consumer<String> observer = path -> {};

  SourceStub() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
    reply("/v1/config", Reply.ok(CONFIG));
    reply("/v1/namespaces", Reply.ok("{\"namespaces\":[]}"));
  }

  String uri() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Calls {@code look} with the path of each request, before it is answered. */
  void observe(Consumer<String> look) {
    observer = look;
  }

  void reply(String path, Reply reply) {
    reply(path, exchange -> reply);
  }

  void reply(String path, Function<HttpExchange, Reply> reply) {
    replies.put(path, reply);
  }

  /** Has a namespace {@code sales} with these tables, by name their metadata files. */
  void tables(Map<String, String> tables) {
    reply(
        "/v1/namespaces",
        exchange ->
            Reply.ok(
                exchange.getRequestURI().getRawQuery().contains("parent=")
                    ? "{\"namespaces\":[]}"
                    : "{\"namespaces\":[[\"sales\"]]}"));
    reply("/v1/namespaces/sales", Reply.ok("{\"namespace\":[\"sales\"],\"properties\":{}}"));
    reply("/v1/namespaces/sales/views", Reply.ok("{\"identifiers\":[]}"));
    reply(
        "/v1/namespaces/sales/tables",
        Reply.ok(
            json(
                Map.of(
                    "identifiers",
                    tables.keySet().stream()
                        .map(name -> Map.of("namespace", List.of("sales"), "name", name))
                        .toList()))));
    tables.forEach(
        (name, file) ->
            reply(
                "/v1/namespaces/sales/tables/" + name,
                Reply.ok(json(Map.of("metadata-location", file)))));
  }

  static String json(Object value) {
    try {
      return new ObjectMapper().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    observer.accept(path);
    Reply reply =
        replies
            .getOrDefault(
                path, each -> Reply.error(404, "NoSuchTableException", "there is no " + path))
            .apply(exchange);
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Maps in the order in which they are written. */
  static Map<String, String> ordered(String... namesAndFiles) {
    Map<String, String> all = new LinkedHashMap<>();
    for (int i = 0; i < namesAndFiles.length; i += 2) {
      all.put(namesAndFiles[i], namesAndFiles[i + 1]);
    }
    return all;
  }
}
