package dev.cairn.api.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestKeyTest {
  private static final IdempotencyKey KEY = KeyRule.PATTERN.parse("k");

  @Test
  void differentRequestsHaveDifferentNames() {
    List<String> texts = List.of("none", "by:none", "a", "a/b", "a%2Fb", "%", "%25", "b", "ä");
    List<Principal> principals = new ArrayList<>(List.of(Principal.NONE));
    texts.forEach(text -> principals.add(Principal.of(text)));
    Set<String> names = new HashSet<>();
    int count = 0;
    for (Principal principal : principals) {
      for (String operation : texts) {
        for (String resource : texts) {
          names.add(new RequestKey(principal, operation, resource, KEY).name());
          count++;
        }
      }
    }
    assertEquals(count, names.size());
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/tables/orders, /v1/tables/orders",
    "v1/tables/orders, /v1/tables/orders",
    "/v1//tables/orders/, /v1/tables/orders",
    "/v1/./tables/x/../orders, /v1/tables/orders",
    "/../../v1, /v1",
    "/v1/t%61bles, /v1/tables",
    "/v1/a%2fb, /v1/a%2Fb",
    "/v1/a%2Fb, /v1/a%2Fb",
    "/v1/%2e%2e/x, /x",
    "/v1/gr%C3%B6%C3%9Fe, /v1/gr%C3%B6%C3%9Fe",
    "/v1/größe, /v1/gr%C3%B6%C3%9Fe",
    "/v1/a%1fb, /v1/a%1Fb",
    "/, /",
  })
  void spellingsOfOnePathAreOneResource(String path, String normal) {
    assertEquals(normal, RequestKey.of(Principal.NONE, "op", path, KEY).resource());
    assertEquals(normal, RequestKey.of(Principal.NONE, "op", normal, KEY).resource());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a?b=c", "/a#b", "/a%", "/a%2", "/a%zz", "/%g1"})
  void whatIsNoPathIsRefused(String path) {
    assertThrows(
        IllegalArgumentException.class, () -> RequestKey.of(Principal.NONE, "op", path, KEY));
  }

  @Test
  void whatIsEmptyTooLongOrHasControlsIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Principal.of(""));
    assertThrows(
        IllegalArgumentException.class, () -> new RequestKey(Principal.NONE, "", "r", KEY));
    assertThrows(
        IllegalArgumentException.class, () -> new RequestKey(Principal.NONE, "a\u0000b", "r", KEY));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RequestKey(Principal.NONE, "op", "r".repeat(2048), KEY));
  }
}
