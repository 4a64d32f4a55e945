package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.view.ImmutableSQLViewRepresentation;
import org.apache.iceberg.view.ImmutableViewVersion;
import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewMetadataParser;
import org.junit.jupiter.api.Test;

class ViewStateTest {
  private static final String FILE = "s3://bucket/view/metadata/1.metadata.json";

  static ViewMetadata view() {
    return ViewMetadata.builder()
        .assignUUID("5a4d7a3e-8a3e-4a49-9a57-9f1d4f0a0e52")
        .setLocation("s3://bucket/view")
        .addSchema(new Schema(0, Types.NestedField.required(1, "id", Types.LongType.get())))
        .addVersion(
            ImmutableViewVersion.builder()
                .versionId(1)
                .timestampMillis(1_700_000_000_000L)
                .schemaId(0)
                .putSummary("engine-name", "spark")
                .defaultNamespace(Namespace.of("sales"))
                .addRepresentations(
                    ImmutableSQLViewRepresentation.builder()
                        .sql("SELECT id FROM orders WHERE größe > '\"'")
                        .dialect("spark")
                        .build())
                .build())
        .setCurrentVersionId(1)
        .build();
  }

  @Test
  void whatIsStoredIsWhatIcebergReadsFromTheExportedFile() {
    MetadataHeap heap = new MetadataHeap();
    ViewState state = heap.get(ViewState.class, heap.put(ViewState.of(view(), FILE)));
    ViewMetadata loaded = state.load();
    assertEquals(ViewMetadataParser.toJson(view()), ViewMetadataParser.toJson(loaded));
    assertEquals(ViewMetadataParser.fromJson(FILE, state.json()).toString(), loaded.toString());
    assertEquals(FILE, loaded.metadataFileLocation());
    assertTrue(loaded.changes().isEmpty());
  }
}
