package dev.cairn.iceberg.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cairn.iceberg.catalog.CatalogTable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.iceberg.util.JsonUtil;

/** The answer that shows a table: stored JSON in an envelope, without parsing it. */
final class LoadedTable {
  /** Which snapshots an answer has. */
  enum Snapshots {
    ALL,
    REFS
  }

  private LoadedTable() {}

  static RestReply reply(CatalogTable table, Snapshots snapshots, ServedWarehouse warehouse) {
    String metadata = snapshots == Snapshots.ALL ? table.json() : table.jsonReferenced();
    return RestReply.json(json(table.metadataFile(), metadata, Map.of()))
        .with("ETag", etag(table, snapshots, warehouse));
  }

  /** The envelope; a table that is only staged has no file. */
  static String json(String metadataFile, String metadata, Map<String, String> config) {
    StringWriter text = new StringWriter(metadata.length() + 256);
    try (JsonGenerator json = JsonUtil.factory().createGenerator(text)) {
      json.writeStartObject();
      if (!metadataFile.isEmpty()) {
        json.writeStringField("metadata-location", metadataFile);
      }
      json.writeFieldName("metadata");
      json.writeRawValue(metadata);
      JsonUtil.writeStringMap("config", config, json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * The tag of an answer. It names the object with the state, which never changes, and everything
   * else that the answer depends on.
   */
  static String etag(CatalogTable table, Snapshots snapshots, ServedWarehouse warehouse) {
    return "\"%016x-%s-%08x\""
        .formatted(
            table.stateRef().id(),
            snapshots == Snapshots.ALL ? "a" : "r",
            warehouse.configurationHash());
  }
}
