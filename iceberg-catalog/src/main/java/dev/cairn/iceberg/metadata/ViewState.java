package dev.cairn.iceberg.metadata;

import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewMetadataParser;

/**
 * The state of a view.
 *
 * @param metadataFile the location of the metadata file that was exported with this state
 * @param json the metadata as JSON
 */
public record ViewState(String metadataFile, String json) {
  /** The state of a view with the given metadata. */
  public static ViewState of(ViewMetadata metadata, String metadataFile) {
    return new ViewState(metadataFile, ViewMetadataParser.toJson(metadata));
  }

  /** The metadata, as Iceberg's parser reads it from the exported file. */
  public ViewMetadata load() {
    return ViewMetadata.buildFrom(ViewMetadataParser.fromJson(json))
        .setMetadataLocation(metadataFile)
        .build();
  }
}
