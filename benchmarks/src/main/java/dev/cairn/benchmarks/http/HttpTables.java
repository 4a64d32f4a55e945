package dev.cairn.benchmarks.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tables of a measured server, created over HTTP as clients do. */
final class HttpTables {
  static final String NEW = "new";
  static final String WITH_HISTORY = "history";
  static final String LISTED = "listed";
  static final String CREATED = "created";

  private static final int LISTED_TABLES = 100;
  private static final int SNAPSHOTS = 100;
  private static final int COLUMNS = 20;

  private HttpTables() {}

  /** Creates namespaces, and tables of their own for {@code clients}. */
  static void prepare(MeasuredServer server, int clients) throws IOException {
    String prefix = server.prefix();
    try (HttpConnection connection = new HttpConnection(server.port())) {
      for (String namespace : new String[] {NEW, WITH_HISTORY, LISTED, CREATED}) {
        String unused =
            connection.succeed(
                HttpConnection.request(
                    "POST",
                    prefix + "/namespaces",
                    "",
                    "{\"namespace\":[\"%s\"]}".formatted(namespace)));
      }
      for (int i = 0; i < LISTED_TABLES; i++) {
        String unused = connection.succeed(create(prefix, LISTED, "t" + i, ""));
      }
      for (int i = 0; i < clients; i++) {
        String unused = connection.succeed(create(prefix, NEW, "t" + i, ""));
        String created = connection.succeed(create(prefix, WITH_HISTORY, "t" + i, ""));
        JsonNode metadata = new ObjectMapper().readTree(created).path("metadata");
        String unusedToo =
            connection.succeed(
                HttpConnection.request(
                    "POST", path(prefix, WITH_HISTORY, i), "", history(metadata)));
      }
    }
  }

  static String path(String prefix, String namespace, int table) {
    return "%s/namespaces/%s/tables/t%s".formatted(prefix, namespace, table);
  }

  /** The request that creates a table. */
  static byte[] create(String prefix, String namespace, String name, String headers) {
    String fields =
        IntStream.rangeClosed(1, COLUMNS)
            .mapToObj(
                i ->
                    "{\"id\":%s,\"name\":\"column_%s\",\"required\":false,\"type\":\"string\"}"
                        .formatted(i, i))
            .collect(Collectors.joining(","));
    return HttpConnection.request(
        "POST",
        "%s/namespaces/%s/tables".formatted(prefix, namespace),
        headers,
        """
        {"name":"%s","schema":{"type":"struct","schema-id":0,"fields":[%s]},\
        "properties":{"owner":"benchmark"}}\
        """
            .formatted(name, fields));
  }

  // Servers read no manifest lists, so none are written.
  private static String history(JsonNode metadata) {
    String location = metadata.path("location").asText();
    long time = metadata.path("last-updated-ms").asLong();
    return IntStream.rangeClosed(1, SNAPSHOTS)
        .mapToObj(i -> append(location, time + i, i))
        .collect(Collectors.joining(",", "{\"requirements\":[],\"updates\":[", "]}"));
  }

  private static String append(String location, long time, int number) {
    String parent = number == 1 ? "" : "\"parent-snapshot-id\":%s,".formatted(number - 1);
    return """
    {"action":"add-snapshot","snapshot":{"snapshot-id":%s,%s"sequence-number":%s,\
    "timestamp-ms":%s,"schema-id":0,"manifest-list":"%s/metadata/snap-%s-1-benchmark.avro",\
    "summary":{"operation":"append","added-data-files":"1","added-records":"1000",\
    "added-files-size":"123456","changed-partition-count":"1","total-records":"%s",\
    "total-files-size":"%s","total-data-files":"%s","total-delete-files":"0",\
    "total-position-deletes":"0","total-equality-deletes":"0"}}},\
    {"action":"set-snapshot-ref","ref-name":"main","type":"branch","snapshot-id":%s}\
    """
        .formatted(
            number,
            parent,
            number,
            time,
            location,
            number,
            1000L * number,
            123_456L * number,
            number,
            number);
  }
}
