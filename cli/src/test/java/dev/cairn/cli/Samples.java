package dev.cairn.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.Store;
import dev.cairn.cli.sample.SampleTable;
import dev.cairn.core.Cairn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A store with a tenant acme, a catalog sales and tables. */
final class Samples {
  static final String CATALOG = "acme/sales";

  private Samples() {}

  /** Creates tenant and catalog. */
  static void create(Cli cli) {
    cli.ok("schema", "create");
    cli.ok("tenant", "create", "acme");
    cli.ok("catalog", "create", CATALOG);
  }

  /**
   * An object as commands name it: its scope as {@code @tenant/catalog}, its ID as digits, for a
   * head after its version.
   */
  static ObjectKey key(String scope, String type, String name) {
    int slash = scope.indexOf('/');
    String id = name.substring(name.indexOf('-') + 1);
    return new ObjectKey(
        new Scope(scope.substring(1, slash), scope.substring(slash + 1)),
        type,
        ObjectId.of(Long.parseLong(id, 16)));
  }

  /** The object that {@code get} printed. */
  static ObjectKey key(JsonNode got) {
    return key(got.path("scope").asText(), got.path("type").asText(), got.path("id").asText());
  }

  /** Creates or changes tables, named as {@code namespace/table}, by one commit. */
  static CommitId commit(Cairn cairn, String... names) {
    try (Store store = cairn.catalogs().open("acme", "sales")) {
      return store
          .commit(
              "main",
              workspace -> {
                for (String name : names) {
                  List<String> parts = List.of(name.split("/"));
                  var key = SampleTable.key(parts.get(0), parts.get(1));
                  SampleTable table =
                      workspace
                          .find(SampleTable.class, SampleTable.INDEX, key)
                          .map(SampleTable::next)
                          .orElseGet(() -> SampleTable.of(parts.get(0), parts.get(1)));
                  workspace.index(SampleTable.INDEX).put(key, workspace.put(table));
                }
                String all = String.join(" ", names);
                workspace.message(
                    "commit " + (all.length() < 100 ? all : names.length + " tables"));
                workspace.attribute("by", "test");
                return names.length;
              })
          .id()
          .orElseThrow();
    }
  }

  /** Does what only the engine can, with the store open. */
  static Map<String, CommitId> commitAll(Cli cli, List<String> names) {
    Map<String, CommitId> commits = new LinkedHashMap<>();
    try (Cairn cairn = cli.open()) {
      for (String each : names) {
        commits.put(each, commit(cairn, each.split(" ")));
      }
    }
    return commits;
  }
}
