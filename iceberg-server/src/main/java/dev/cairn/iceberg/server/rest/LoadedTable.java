package dev.cairn.iceberg.server.rest;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.cairn.api.Bytes;
import dev.cairn.iceberg.catalog.CatalogTable;
import dev.cairn.iceberg.metadata.TableText;
import java.util.HexFormat;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;

/** The answer that shows a table: stored JSON in an envelope, without parsing it. */
final class LoadedTable {
  /** Which snapshots an answer has. */
  enum Snapshots {
    ALL,
    REFS
  }

  /** No configuration of this table alone. */
  private static final String END = ",\"config\":{}}";

  private LoadedTable() {}

  private record Text(TableText metadata, String before) implements RestReply.Deferred {
    @Override
    public long length() {
      return before.length() + metadata.length() + END.length();
    }

    @Override
    public Bytes bytes() {
      return metadata.toUtf8(before, END);
    }
  }

  private static Text text(CatalogTable table, Snapshots snapshots) {
    return new Text(
        snapshots == Snapshots.ALL ? table.text() : table.textReferenced(),
        "{\"metadata-location\":" + TextNode.valueOf(table.metadataFile()) + ",\"metadata\":");
  }

  /** The answer to a load. */
  static RestReply loaded(CatalogTable table, Snapshots snapshots, ServedWarehouse warehouse) {
    return RestReply.ok(text(table, snapshots)).with("ETag", etag(table, snapshots, warehouse));
  }

  /** The answer to a mutation. */
  static RestReply made(CatalogTable table, ServedWarehouse warehouse) {
    return RestReply.ok(new RestReply.Full(text(table, Snapshots.ALL).bytes()))
        .with("ETag", etag(table, Snapshots.ALL, warehouse));
  }

  /** A table that is only staged; it has no file yet. */
  static RestReply staged(TableMetadata metadata) {
    return RestReply.json("{\"metadata\":" + TableMetadataParser.toJson(metadata) + END);
  }

  /**
   * The tag of an answer. It names the object with the state, which never changes, and everything
   * else that the answer depends on.
   */
  static String etag(CatalogTable table, Snapshots snapshots, ServedWarehouse warehouse) {
    HexFormat hex = HexFormat.of();
    return '"'
        + hex.toHexDigits(table.stateRef().id())
        + (snapshots == Snapshots.ALL ? "-a-" : "-r-")
        + hex.toHexDigits(warehouse.configurationHash())
        + '"';
  }
}
