package dev.cairn.benchmarks.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark over HTTP runs, and each answer is the expected one. */
class HttpBenchmarkTest {
  @TempDir private Path directory;

  @Test
  void bothServersAnswerEveryKindOfRequest() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    HttpBenchmark.run(
        directory,
        List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
        new HttpBenchmark.Times(0.01, 0.01, 1),
        new PrintStream(printed, true, StandardCharsets.UTF_8));
    String text = printed.toString(StandardCharsets.UTF_8);
    for (RequestKind kind : RequestKind.values()) {
      assertTrue(text.contains("| " + kind.title() + " | 16 |"), text);
    }
    assertTrue(text.contains("Threads of Cairn"), text);
    assertTrue(text.contains("The clients themselves"), text);
  }

  @Test
  void requestsDifferInTheirNumberAndTheirKey() {
    RequestTemplate template =
        new RequestTemplate(
            HttpConnection.request(
                "POST",
                "/p",
                "Idempotency-Key: " + RequestTemplate.KEY + "\r\n",
                "{\"n\":\"" + RequestTemplate.NUMBER + "\"}"));
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      String request = new String(template.next(i), StandardCharsets.UTF_8);
      assertTrue(request.endsWith("{\"n\":\"%010d\"}".formatted(i)), request);
      assertTrue(
          request.matches(
              "(?s).*: [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}\r\n.*"),
          request);
      keys.add(request.substring(0, request.indexOf("Content-Type")));
    }
    assertEquals(1_000, keys.size());
  }
}
