package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Requests of every kind that changes a catalog, each on things of its own. */
final class KeyedOperations {
  /** The kinds. */
  enum KeyedOperation {
    CREATE_NAMESPACE,
    UPDATE_NAMESPACE,
    DROP_NAMESPACE,
    CREATE_TABLE,
    STAGE_TABLE,
    REGISTER_TABLE,
    UPDATE_TABLE,
    DROP_TABLE,
    RENAME_TABLE,
    COMMIT_TRANSACTION,
    CREATE_VIEW,
    REGISTER_VIEW,
    UPDATE_VIEW,
    DROP_VIEW,
    RENAME_VIEW,
    UNDROP;

    /** The name of the operation in keys. */
    String wireName() {
      return this == STAGE_TABLE
          ? CREATE_TABLE.wireName()
          : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A request.
   *
   * @param refusedPath the path of a request of this kind that is refused
   * @param refusedBody the body of that request
   */
  record Call(String method, String path, String body, String refusedPath, String refusedBody) {
    Call withOtherPayload() {
      return body.isEmpty()
          ? new Call(method, path + "?other=1", body, refusedPath, refusedBody)
          : new Call(method, path, body + " ", refusedPath, refusedBody);
    }

    Call onWhatIsNotThere() {
      return new Call(method, refusedPath, refusedBody, refusedPath, refusedBody);
    }
  }

  private static final String SCHEMA =
      """
      {"type": "struct", "schema-id": 0,
       "fields": [{"id": 1, "name": "id", "type": "long", "required": true}]}
      """;

  private final HttpCaller http;
  private final AtomicInteger numbers = new AtomicInteger();

  KeyedOperations(HttpCaller http) {
    this.http = http;
    made(http.post(http.path("/namespaces"), "{\"namespace\": [\"ns\"]}"));
  }

  private static JsonNode made(HttpResponse<String> response) {
    assertEquals(2, response.statusCode() / 100, response::body);
    return response.body().isEmpty() ? null : HttpCaller.json(response);
  }

  /** A request of that kind, with all that it needs. */
  Call prepare(KeyedOperation operation) {
    String name = "n" + numbers.incrementAndGet();
    return switch (operation) {
      case CREATE_NAMESPACE ->
          posted("/namespaces", namespace(name), "/namespaces", namespace("ns"));
      case UPDATE_NAMESPACE -> {
        made(http.post(http.path("/namespaces"), namespace(name)));
        String body = "{\"updates\": {\"a\": \"b\"}, \"removals\": [\"c\"]}";
        yield posted(
            "/namespaces/" + name + "/properties", body, "/namespaces/none/properties", body);
      }
      case DROP_NAMESPACE -> {
        made(http.post(http.path("/namespaces"), namespace(name)));
        yield deleted("/namespaces/" + name, "/namespaces/none");
      }
      case CREATE_TABLE ->
          posted(tables(), table(name, false), "/namespaces/none/tables", table(name, false));
      case STAGE_TABLE ->
          posted(tables(), table(name, true), "/namespaces/none/tables", table(name, true));
      case REGISTER_TABLE -> {
        String file = createTable(name);
        made(http.send("DELETE", http.path(tables() + "/" + name), "", Map.of()));
        yield posted(
            "/namespaces/ns/register",
            register(name, file),
            "/namespaces/none/register",
            register(name, file));
      }
      case UPDATE_TABLE -> {
        createTable(name);
        yield posted(tables() + "/" + name, properties(""), tables() + "/none", properties(""));
      }
      case DROP_TABLE -> {
        createTable(name);
        yield deleted(tables() + "/" + name, tables() + "/none");
      }
      case RENAME_TABLE -> {
        createTable(name);
        yield posted("/tables/rename", rename(name), "/tables/rename", rename("none"));
      }
      case COMMIT_TRANSACTION -> {
        createTable(name);
        createTable(name + "x");
        yield posted(
            "/transactions/commit",
            transaction(name, name + "x"),
            "/transactions/commit",
            transaction(name, "none"));
      }
      case CREATE_VIEW -> posted(views(), view(name), "/namespaces/none/views", view(name));
      case REGISTER_VIEW -> {
        String file = createView(name);
        made(http.send("DELETE", http.path(views() + "/" + name), "", Map.of()));
        yield posted(
            "/namespaces/ns/register-view",
            register(name, file),
            "/namespaces/none/register-view",
            register(name, file));
      }
      case UPDATE_VIEW -> {
        createView(name);
        yield posted(views() + "/" + name, properties(""), views() + "/none", properties(""));
      }
      case DROP_VIEW -> {
        createView(name);
        yield deleted(views() + "/" + name, views() + "/none");
      }
      case RENAME_VIEW -> {
        createView(name);
        yield posted("/views/rename", rename(name), "/views/rename", rename("none"));
      }
      case UNDROP -> {
        createTable(name);
        made(http.send("DELETE", http.path(tables() + "/" + name), "", Map.of()));
        String path = "/cairn/v1/" + http.prefix + "/dropped/";
        yield new Call("POST", path + droppedId(name) + "/undrop", "", path + "1/undrop", "");
      }
    };
  }

  private String droppedId(String name) {
    JsonNode dropped = made(http.get("/cairn/v1/" + http.prefix + "/dropped")).path("dropped");
    for (JsonNode each : dropped) {
      if (each.path("name").asText().equals(name)) {
        return each.path("id").asText();
      }
    }
    throw new AssertionError(name + " is not among " + dropped);
  }

  private Call posted(String path, String body, String refusedPath, String refusedBody) {
    return new Call("POST", http.path(path), body, http.path(refusedPath), refusedBody);
  }

  private Call deleted(String path, String refusedPath) {
    return new Call("DELETE", http.path(path), "", http.path(refusedPath), "");
  }

  /** Creates a table in {@code ns} and returns its metadata file. */
  String createTable(String name) {
    return made(http.post(http.path(tables()), table(name, false)))
        .path("metadata-location")
        .asText();
  }

  /** Creates a view in {@code ns} and returns its metadata file. */
  String createView(String name) {
    return made(http.post(http.path(views()), view(name))).path("metadata-location").asText();
  }

  private static String tables() {
    return "/namespaces/ns/tables";
  }

  private static String views() {
    return "/namespaces/ns/views";
  }

  private static String namespace(String name) {
    return "{\"namespace\": [\"%s\"], \"properties\": {\"owner\": \"ann\"}}".formatted(name);
  }

  private static String table(String name, boolean isStaged) {
    return "{\"name\": \"%s\", \"schema\": %s, \"stage-create\": %s}"
        .formatted(name, SCHEMA, isStaged);
  }

  private static String register(String name, String file) {
    return "{\"name\": \"%s\", \"metadata-location\": \"%s\"}".formatted(name, file);
  }

  private static String properties(String identifier) {
    return "{%s \"requirements\": [], \"updates\": [{\"action\": \"set-properties\", \"updates\": {\"a\": \"b\"}}]}"
        .formatted(identifier);
  }

  private static String rename(String name) {
    return "{\"source\": {\"namespace\": [\"ns\"], \"name\": \"%s\"}, \"destination\": {\"namespace\": [\"ns\"], \"name\": \"%s-new\"}}"
        .formatted(name, name);
  }

  private static String transaction(String one, String other) {
    String identifier = "\"identifier\": {\"namespace\": [\"ns\"], \"name\": \"%s\"},";
    return "{\"table-changes\": [%s, %s]}"
        .formatted(properties(identifier.formatted(one)), properties(identifier.formatted(other)));
  }

  private static String view(String name) {
    return """
    {"name": "%s", "schema": %s, "properties": {},
     "view-version": {"version-id": 1, "timestamp-ms": 1763460000000, "schema-id": 0,
       "summary": {"engine-name": "test"}, "default-namespace": ["ns"],
       "representations": [{"type": "sql", "sql": "select 1", "dialect": "spark"}]}}
    """
        .formatted(name, SCHEMA);
  }
}
