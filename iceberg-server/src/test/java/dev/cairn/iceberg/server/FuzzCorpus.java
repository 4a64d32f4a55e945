package dev.cairn.iceberg.server;

import dev.cairn.iceberg.server.FuzzedRequest.Part;
import java.util.ArrayList;
import java.util.List;

/** Requests that are right, at least one for each operation: the fuzzer changes them. */
final class FuzzCorpus {
  /** The file that is registered, below the base of the warehouse. */
  static final String FILE = "/x.metadata.json";

  private static final String NAMESPACES = "/v1/p/namespaces";
  private static final String TABLES = NAMESPACES + "/n/tables";
  private static final String VIEWS = NAMESPACES + "/n/views";
  private static final String KEY = "0192e4a0-7e1a-7000-8000-00000000000f";
  private static final String SCHEMA =
      "{\"type\":\"struct\",\"schema-id\":0,\"fields\":["
          + "{\"id\":1,\"name\":\"a\",\"type\":\"long\",\"required\":true},"
          + "{\"id\":2,\"name\":\"b\",\"type\":{\"type\":\"list\",\"element-id\":3,"
          + "\"element\":\"decimal(9,2)\",\"element-required\":false},\"required\":false}]}";
  private static final String VERSION =
      "{\"version-id\":1,\"timestamp-ms\":1,\"schema-id\":0,\"summary\":{},"
          + "\"default-namespace\":[\"n\"],\"representations\":"
          + "[{\"type\":\"sql\",\"sql\":\"select 1\",\"dialect\":\"spark\"}]}";
  private static final String RENAMED =
      "{\"source\":{\"namespace\":[\"n\"],\"name\":\"t\"},"
          + "\"destination\":{\"namespace\":[\"n\"],\"name\":\"u\"}}";

  private final String base;

  FuzzCorpus(String base) {
    this.base = base;
  }

  /** What {@link #requests} need, in order. */
  static List<FuzzedRequest> preparation() {
    List<FuzzedRequest> all = new ArrayList<>();
    for (String name : List.of("n", "n2", "n3")) {
      all.add(post(NAMESPACES, "{\"namespace\":[\"%s\"],\"properties\":{}}".formatted(name)));
    }
    all.add(post(TABLES, table("t1")));
    all.add(post(TABLES, table("t2")));
    all.add(post(VIEWS, view("v1")));
    all.add(FuzzedRequest.of("DELETE", TABLES + "/t2", "", KEY, ""));
    all.replaceAll(each -> each.with(Part.KEY, ""));
    return all;
  }

  private static FuzzedRequest post(String path, String body) {
    return FuzzedRequest.of("POST", path, "", KEY, body);
  }

  private static String table(String name) {
    return "{\"name\":\"%s\",\"schema\":%s".formatted(name, SCHEMA)
        + ",\"partition-spec\":{\"spec-id\":0,"
        + "\"fields\":[{\"name\":\"p\",\"transform\":\"bucket[4]\",\"source-id\":1,"
        + "\"field-id\":1000}]},\"write-order\":{\"order-id\":0,\"fields\":[]},"
        + "\"stage-create\":false,\"properties\":{\"format-version\":\"2\"}}";
  }

  private static String view(String name) {
    return "{\"name\":\"%s\",\"schema\":%s,\"view-version\":%s,\"properties\":{}}"
        .formatted(name, SCHEMA, VERSION);
  }

  private String updates() {
    return "\"requirements\":[{\"type\":\"assert-ref-snapshot-id\",\"ref\":\"main\",\"snapshot-id\":null}],"
        + "\"updates\":[{\"action\":\"set-properties\",\"updates\":{\"a\":\"b\"}},"
        + "{\"action\":\"add-snapshot\",\"snapshot\":{\"snapshot-id\":7,\"sequence-number\":1,"
        + "\"timestamp-ms\":1,\"manifest-list\":\""
        + base
        + "/n/t/m.avro\","
        + "\"summary\":{\"operation\":\"append\"},\"schema-id\":0}},"
        + "{\"action\":\"set-snapshot-ref\",\"ref-name\":\"main\",\"type\":\"branch\","
        + "\"snapshot-id\":7},{\"action\":\"add-schema\",\"schema\":"
        + SCHEMA
        + ",\"last-column-id\":3},{\"action\":\"set-current-schema\",\"schema-id\":-1}]";
  }

  /** A table as the end of a client's transaction makes it. */
  private static String creation() {
    return "\"requirements\":[{\"type\":\"assert-create\"}],\"updates\":["
        + "{\"action\":\"assign-uuid\",\"uuid\":\"9c12d441-03fe-4693-9a96-a0705ddf69c1\"},"
        + "{\"action\":\"upgrade-format-version\",\"format-version\":3},"
        + "{\"action\":\"add-schema\",\"schema\":"
        + SCHEMA
        + ",\"last-column-id\":3},{\"action\":\"set-current-schema\",\"schema-id\":-1},"
        + specAndOrder()
        + "{\"action\":\"set-properties\",\"updates\":{\"a\":\"b\"}}]";
  }

  private static String specAndOrder() {
    return "{\"action\":\"add-spec\",\"spec\":{\"spec-id\":1,\"fields\":[{\"name\":\"q\","
        + "\"transform\":\"truncate[4]\",\"source-id\":1}]}},"
        + "{\"action\":\"set-default-spec\",\"spec-id\":-1},"
        + "{\"action\":\"add-sort-order\",\"sort-order\":{\"order-id\":1,\"fields\":[{"
        + "\"transform\":\"identity\",\"source-id\":1,\"direction\":\"asc\","
        + "\"null-order\":\"nulls-first\"}]}},"
        + "{\"action\":\"set-default-sort-order\",\"sort-order-id\":-1},";
  }

  /** Less common updates. */
  private static String moreUpdates() {
    return "\"requirements\":[],\"updates\":["
        + specAndOrder()
        + "{\"action\":\"set-statistics\",\"statistics\":{\"snapshot-id\":7,"
        + "\"statistics-path\":\"p\",\"file-size-in-bytes\":1,\"file-footer-size-in-bytes\":1,"
        + "\"blob-metadata\":[]}},"
        + "{\"action\":\"set-partition-statistics\",\"partition-statistics\":{\"snapshot-id\":7,"
        + "\"statistics-path\":\"p\",\"file-size-in-bytes\":1}},"
        + "{\"action\":\"remove-statistics\",\"snapshot-id\":7},"
        + "{\"action\":\"remove-properties\",\"removals\":[\"a\"]},"
        + "{\"action\":\"remove-snapshot-ref\",\"ref-name\":\"main\"},"
        + "{\"action\":\"remove-snapshots\",\"snapshot-ids\":[7]},"
        + "{\"action\":\"remove-partition-specs\",\"spec-ids\":[0]},"
        + "{\"action\":\"remove-schemas\",\"schema-ids\":[0]}]";
  }

  /**
   * The requests.
   *
   * @param token a page token
   * @param position a position of the change feed
   * @param dropped the ID of a dropped table
   * @param tag the entity tag of a table
   * @param tableFile the content of a table's metadata file
   * @param viewFile the content of a view's metadata file
   */
  List<FuzzedRequest> requests(
      String token,
      String position,
      String dropped,
      String tag,
      String tableFile,
      String viewFile) {
    String registered = "{\"name\":\"%s\",\"metadata-location\":\"%s%s\",\"overwrite\":true}";
    return List.of(
        FuzzedRequest.get("/v1/config", "warehouse=main"),
        FuzzedRequest.get("/cairn/v1/openapi.json", ""),
        FuzzedRequest.get(NAMESPACES, "parent=n&pageToken=&pageSize=2"),
        FuzzedRequest.get(NAMESPACES, "pageSize=1&pageToken=" + token),
        post(NAMESPACES, "{\"namespace\":[\"n\"],\"properties\":{\"a\":\"b\"}}"),
        FuzzedRequest.get(NAMESPACES + "/n", ""),
        FuzzedRequest.of("HEAD", NAMESPACES + "/n%1Fm", "", "", ""),
        FuzzedRequest.of("DELETE", NAMESPACES + "/m", "", KEY, ""),
        post(NAMESPACES + "/n/properties", "{\"removals\":[\"a\"],\"updates\":{\"c\":\"d\"}}"),
        FuzzedRequest.get(TABLES, "pageToken=&pageSize=1"),
        post(TABLES, table("t")),
        post(NAMESPACES + "/n/register", registered.formatted("r", base, FILE))
            .with(Part.FILE, tableFile),
        FuzzedRequest.get(TABLES + "/t", "snapshots=refs").with(Part.HEADER, tag),
        FuzzedRequest.get(TABLES + "/r", ""),
        FuzzedRequest.of("HEAD", TABLES + "/t", "", "", ""),
        post(TABLES + "/t", "{" + updates() + "}"),
        post(TABLES + "/c", "{" + creation() + "}"),
        post(TABLES + "/t", "{" + moreUpdates() + "}"),
        post(TABLES + "/r", "{" + moreUpdates() + "}"),
        FuzzedRequest.of("DELETE", TABLES + "/c", "", KEY, ""),
        FuzzedRequest.of("DELETE", TABLES + "/t", "purgeRequested=true", KEY, ""),
        FuzzedRequest.of(
            "POST",
            TABLES + "/t/metrics",
            "",
            "",
            "{\"report-type\":\"commit-report\",\"table-name\":\"t\",\"snapshot-id\":1,"
                + "\"sequence-number\":1,\"operation\":\"append\",\"metrics\":{},\"metadata\":{}}"),
        post("/v1/p/tables/rename", RENAMED),
        post(
            "/v1/p/transactions/commit",
            "{\"table-changes\":[{\"identifier\":{\"namespace\":[\"n\"],\"name\":\"t\"},"
                + updates()
                + "},{\"identifier\":{\"namespace\":[\"n\"],\"name\":\"t1\"},"
                + updates()
                + "}]}"),
        FuzzedRequest.get(VIEWS, "pageToken="),
        post(VIEWS, view("v")),
        post(NAMESPACES + "/n/register-view", registered.formatted("w", base, FILE))
            .with(Part.FILE, viewFile),
        FuzzedRequest.get(VIEWS + "/v", ""),
        FuzzedRequest.get(VIEWS + "/w", ""),
        FuzzedRequest.of("HEAD", VIEWS + "/v", "", "", ""),
        post(
            VIEWS + "/v",
            "{\"requirements\":[],\"updates\":[{\"action\":\"add-view-version\",\"view-version\":"
                + VERSION
                + "},{\"action\":\"set-current-view-version\",\"view-version-id\":-1}]}"),
        FuzzedRequest.of("DELETE", VIEWS + "/v", "", KEY, ""),
        FuzzedRequest.of("DELETE", VIEWS + "/w", "", KEY, ""),
        post("/v1/p/views/rename", RENAMED),
        FuzzedRequest.get("/cairn/v1/p/dropped", ""),
        post("/cairn/v1/p/dropped/" + dropped + "/undrop", ""),
        post(
            "/cairn/v1/p/dropped/" + dropped + "/undrop",
            "{\"identifier\":{\"namespace\":[\"n\"],\"name\":\"back\"}}"),
        FuzzedRequest.get("/cairn/v1/p/changes", "limit=2"),
        FuzzedRequest.get("/cairn/v1/p/changes", "limit=2&after=" + position));
  }
}
