package dev.cairn.iceberg.catalog;

import org.apache.iceberg.exceptions.ValidationException;

/** A metadata file that is to be registered has more bytes than the warehouse allows. */
public final class MetadataFileTooLargeException extends ValidationException {
  private static final long serialVersionUID = 1L;

  MetadataFileTooLargeException(String file, long most) {
    super(
        "The metadata file %s has more than %s bytes, see max-metadata-file of the warehouse",
        file, most);
  }
}
