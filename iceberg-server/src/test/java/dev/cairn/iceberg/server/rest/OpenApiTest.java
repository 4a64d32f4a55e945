package dev.cairn.iceberg.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The OpenAPI document describes what is served. */
class OpenApiTest {
  private final JsonNode document = read();

  private static JsonNode read() {
    try (InputStream in = RestOperation.class.getResourceAsStream("openapi.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void itHasExactlyTheOperationsOfTheServer() {
    Set<String> described = new TreeSet<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (!method.equals("parameters")) {
                            described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                          }
                        }));
    Set<String> served =
        Arrays.stream(RestOperation.values())
            .map(each -> each.method() + " " + each.path())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(served, described);
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationIsDescribed(RestOperation operation) {
    JsonNode path = document.path("paths").path(operation.path());
    JsonNode described = path.path(operation.method().toLowerCase(Locale.ROOT));
    assertEquals(operation.wireName(), described.path("operationId").asText());
    String key = "\"#/components/parameters/idempotency-key\"";
    assertEquals(operation.isMutation(), described.path("parameters").toString().contains(key));
    Matcher parameters = Pattern.compile("\\{([^}]+)}").matcher(operation.path());
    while (parameters.find()) {
      String name = parameters.group(1);
      assertTrue(
          path.path("parameters").toString().contains("\"#/components/parameters/" + name + "\""));
      assertTrue(document.path("components").path("parameters").has(name), name);
    }
  }
}
