package dev.cairn.iceberg.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.idempotency.Principal;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.rest.RESTUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {
  private final NamesInUrls names = new NamesInUrls("%1F");

  private static RestRequest request(String method, String path) {
    return request(method, path, null);
  }

  private static RestRequest request(String method, String path, String query) {
    return RestRequest.of(method, path, query, Map.of(), Principal.NONE, "id");
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationIsFoundByItsMethodAndPath(RestOperation operation) {
    String path = operation.path().replaceAll("\\{[^}]+}", "x%2Fy");
    assertEquals(operation, request(operation.method(), path).operation());
    assertEquals(operation, request(operation.method(), path + "/").operation());
  }

  @Test
  void anotherMethodIsRefusedWithThoseThatWork() {
    MethodNotAllowedException refused =
        assertThrows(MethodNotAllowedException.class, () -> request("PUT", "/v1/p/namespaces/a"));
    assertEquals("DELETE, GET, HEAD", refused.allowed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1", "/v2/config", "/v1/p/namespaces/a/tables/t/x", "/v1/config/x"})
  void anotherPathIsNotFound(String path) {
    assertThrows(NotFoundException.class, () -> request("GET", path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/p/namespaces/../config",
        "/v1/p/namespaces/%2e%2e/tables",
        "/v1/p/namespaces/%2E/tables",
        "/v1//namespaces",
        "/v1/p;x=y/namespaces",
        "/v1/p/namespaces/a%",
        "/v1/p/namespaces/a%2",
        "/v1/p/namespaces/a%zz",
        "/v1/p/namespaces/%ff",
        "/v1/p/namespaces/%c0%af",
        "/v1/p/namespaces/%ed%a0%80",
        "/v1/p/namespaces/é",
        "config"
      })
  void pathsThatCouldMeanAnotherAreRefused(String path) {
    assertThrows(
        BadRequestException.class, () -> names.namespace(request("GET", path)), () -> path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b", "a/b", "100%", "a b", "a+b", "ü", "日本語", "😀", "a?b#c", "%2F", "a;b", "\"q\"", "..."
      })
  void namesSurviveAnyCharacters(String name) {
    Namespace namespace = Namespace.of("outer " + name, name);
    String path =
        "/v1/p/namespaces/%s/tables/%s"
            .formatted(
                RESTUtil.encodeNamespaceAsPathSegment(namespace, "%1F"),
                RESTUtil.encodePathSegment(name));
    RestRequest request = request("GET", path);
    assertEquals(TableIdentifier.of(namespace, name), names.table(request));
    String old =
        "/v1/p/namespaces/%s/tables/%s"
            .formatted(RESTUtil.encodeNamespace(namespace, "%1F"), RESTUtil.encodeString(name));
    assertEquals(TableIdentifier.of(namespace, name), names.table(request("GET", old)));
    assertEquals(names.canonicalPath(request), names.canonicalPath(request("GET", old)));
  }

  @Test
  void theConfiguredSeparatorAndTheStandardOneBothWork() {
    NamesInUrls dots = new NamesInUrls(".");
    assertEquals(
        Namespace.of("a", "b"), dots.namespace(request("GET", "/v1/p/namespaces/a.b/tables")));
    assertEquals(
        Namespace.of("a", "b.c"),
        dots.namespace(request("GET", "/v1/p/namespaces/a%1fb.c/tables")));
    assertEquals(
        Namespace.of("a", "b"), dots.parent(request("GET", "/v1/p/namespaces", "parent=a.b")));
    assertEquals(
        Namespace.of("a", "b.c"),
        dots.parent(request("GET", "/v1/p/namespaces", "parent=a%1Fb.c")));
    assertEquals(Namespace.empty(), dots.parent(request("GET", "/v1/p/namespaces")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pageSize=0", "pageSize=-1", "pageSize=x", "pageSize=", "a=1&a=2"})
  void badQueriesAreRefused(String query) {
    assertThrows(
        BadRequestException.class,
        () -> request("GET", "/v1/p/namespaces", query).query().number("pageSize", 1, 10));
  }

  @Test
  void largePageSizesAreCut() {
    assertEquals(
        10,
        request("GET", "/v1/p/namespaces", "pageSize=999999999999")
            .query()
            .number("pageSize", 1, 10));
  }

  @Test
  void headersGivenTwiceAreRefused() {
    RestRequest request =
        RestRequest.of(
            "GET",
            "/v1/config",
            null,
            Map.of("idempotency-key", List.of("a", "b")),
            Principal.NONE,
            "id");
    assertThrows(BadRequestException.class, () -> request.header("Idempotency-Key"));
  }
}
