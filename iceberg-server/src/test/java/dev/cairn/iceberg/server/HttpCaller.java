package dev.cairn.iceberg.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** Sends single requests to one warehouse of a server. */
final class HttpCaller {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String uri;
  final String prefix;

  HttpCaller(String uri) {
    this.uri = uri;
    this.prefix =
        json(send("GET", "/v1/config?warehouse=" + ServerFixture.WAREHOUSE, "", Map.of()))
            .path("overrides")
            .path("prefix")
            .asText();
  }

  static JsonNode json(HttpResponse<String> response) {
    try {
      return MAPPER.readTree(response.body());
    } catch (IOException e) {
      throw new AssertionError(response.body(), e);
    }
  }

  /** The type of an error. */
  static String type(HttpResponse<String> response) {
    return json(response).path("error").path("type").asText();
  }

  /** The path of what is in the warehouse. */
  String path(String rest) {
    return "/v1/" + prefix + rest;
  }

  HttpResponse<String> post(String path, String body) {
    return send("POST", path, body, Map.of());
  }

  HttpResponse<String> get(String path) {
    return send("GET", path, "", Map.of());
  }

  /** Gets what is not in the API, such as metrics. */
  HttpResponse<String> absolute(String address) {
    return sendTo("GET", address, "", Map.of());
  }

  HttpResponse<String> send(String method, String path, String body, Map<String, String> headers) {
    return sendTo(method, uri + path, body, headers);
  }

  private HttpResponse<String> sendTo(
      String method, String address, String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address))
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(method + " " + address, e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
