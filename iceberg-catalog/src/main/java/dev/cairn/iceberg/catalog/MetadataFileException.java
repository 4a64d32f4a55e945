package dev.cairn.iceberg.catalog;

import org.apache.iceberg.exceptions.ValidationException;

/**
 * A metadata file that is to be registered has content that cannot be used. The cause, if there is
 * one, is what Iceberg's parser or the decompression threw.
 */
public class MetadataFileException extends ValidationException {
  private static final long serialVersionUID = 1L;

  MetadataFileException(String message) {
    super("%s", message);
  }

  MetadataFileException(String message, Throwable cause) {
    super(cause, "%s", message);
  }
}
