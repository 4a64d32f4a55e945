package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.iceberg.client.KeySupport;
import dev.cairn.iceberg.client.KeyedSender;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client-side helper and the server understand each other. */
final class KeyedSenderServerTest {
  private static final UUID KEY = UUID.fromString("0192e4a0-7e1a-7000-8000-000000000001");

  @TempDir Path directory;

  @Test
  void aRepetitionWithTheSameKeyGetsTheFirstAnswer() throws IOException, InterruptedException {
    try (HostileServer server = new HostileServer(directory, Map.of())) {
      HttpClient http = HttpClient.newHttpClient();
      URI config = URI.create(server.fixture().uri() + "/v1/config?warehouse=main");
      KeySupport support =
          KeySupport.of(
              http.send(HttpRequest.newBuilder(config).build(), BodyHandlers.ofString()).body());
      Duration lifetime = server.fixture().cairn.idempotency().settings().lifetime();
      assertEquals(Optional.of(lifetime), support.lifetime());

      KeyedSender sender = new KeyedSender(http, support, Clock.systemUTC());
      HttpRequest create =
          HttpRequest.newBuilder(
                  URI.create(server.fixture().uri() + server.filled("/v1/{p}/namespaces")))
              .POST(BodyPublishers.ofString("{\"namespace\":[\"n\"],\"properties\":{}}"))
              .build();
      HttpResponse<String> first = sender.send(create, KEY);
      HttpResponse<String> again = sender.send(create, KEY);
      assertEquals(200, first.statusCode());
      assertEquals(200, again.statusCode());
      assertEquals(first.body(), again.body());
      assertEquals(Optional.of("true"), again.headers().firstValue("Idempotency-Replayed"));
      assertEquals(409, sender.send(create).statusCode());
    }
  }
}
