package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.util.JsonUtil;

/**
 * What a client sent, as text: it has fields that Iceberg's parser of this release drops.
 *
 * <p>Snapshots are stored in this form, so such fields survive.
 */
public final class RawTable {
  private final Map<Long, String> snapshots = new HashMap<>();
  private final JsonNode fields;

  private RawTable(JsonNode fields) {
    this.fields = fields;
  }

  /** No text: everything is stored as Iceberg writes it. */
  public static RawTable none() {
    return new RawTable(JsonUtil.mapper().createObjectNode());
  }

  /** The content of a metadata file. */
  public static RawTable ofMetadata(JsonNode file) {
    RawTable raw = new RawTable(file);
    file.path(TableJson.SNAPSHOTS).forEach(raw::add);
    return raw;
  }

  /** The list {@code updates} of a commit, as sent. */
  public static RawTable ofUpdates(JsonNode updates) {
    RawTable raw = none();
    for (JsonNode update : updates) {
      if (update.path("action").asText("").equals("add-snapshot")) {
        raw.add(update.path("snapshot"));
      }
    }
    return raw;
  }

  private void add(JsonNode snapshot) {
    snapshots.put(TableJson.id(snapshot), snapshot.toString());
  }

  Optional<String> snapshot(long id) {
    return Optional.ofNullable(snapshots.get(id));
  }

  JsonNode fields() {
    return fields;
  }
}
