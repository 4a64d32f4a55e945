package dev.cairn.iceberg.server.rest;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.iceberg.exceptions.BadRequestException;
import org.jspecify.annotations.Nullable;

/** A request whose operation is known and whose body has been read. */
public final class RestRequest {
  private final Routes.Found route;
  private final QueryParameters query;
  private final Map<String, List<String>> headers;
  private final Principal principal;
  private final String id;
  private final Bytes body;

  private RestRequest(
      Routes.Found route,
      QueryParameters query,
      Map<String, List<String>> headers,
      Principal principal,
      String id,
      Bytes body) {
    this.route = route;
    this.query = query;
    this.headers = headers;
    this.principal = principal;
    this.id = id;
    this.body = body;
  }

  /**
   * The request with an empty body.
   *
   * @param path as sent, neither decoded nor normalized
   * @param headers the values of each header, in any case
   * @param id the ID of the request in logs and answers
   * @throws RuntimeException if there is no such operation; {@link RestErrors} knows the answer
   */
  public static RestRequest of(
      String method,
      String path,
      @Nullable String query,
      Map<String, List<String>> headers,
      Principal principal,
      String id) {
    Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    byName.putAll(headers);
    return new RestRequest(
        Routes.find(method, path),
        QueryParameters.parse(query),
        byName,
        principal,
        id,
        Bytes.empty());
  }

  /** This request with a body. */
  public RestRequest withBody(Bytes bytes) {
    return new RestRequest(route, query, headers, principal, id, bytes);
  }

  /** What is to be done. */
  public RestOperation operation() {
    return route.operation();
  }

  /** The client. */
  public Principal principal() {
    return principal;
  }

  /** The ID of the request in logs and answers. */
  public String id() {
    return id;
  }

  Bytes body() {
    return body;
  }

  QueryParameters query() {
    return query;
  }

  /** A parameter of the path, still encoded. */
  String encoded(String parameter) {
    String found = route.parameters().get(parameter);
    if (found == null) {
      throw new IllegalStateException(operation() + " has no parameter " + parameter);
    }
    return found;
  }

  /** A parameter of the path. */
  String parameter(String name) {
    return PathSegment.decode(encoded(name));
  }

  /**
   * The value of a header.
   *
   * @throws BadRequestException if it is given twice
   */
  Optional<String> header(String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    if (values.size() > 1) {
      throw new BadRequestException("Invalid headers: %s is given twice", name);
    }
    return values.stream().findFirst();
  }

  /** All values of a header that may be given more than once. */
  List<String> headers(String name) {
    return headers.getOrDefault(name, List.of());
  }
}
