package dev.cairn.iceberg.catalog;

/** A metadata file that is to be registered has more bytes than the warehouse allows. */
public final class MetadataFileTooLargeException extends MetadataFileException {
  private static final long serialVersionUID = 1L;

  MetadataFileTooLargeException(String file, long most) {
    super(
        "The metadata file %s has more than %s bytes, see max-metadata-file of the warehouse"
            .formatted(file, most));
  }
}
