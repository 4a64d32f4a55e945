package dev.cairn.backend.rocksdb;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/** The reason why a file cannot be used, in words: some exceptions have only its name. */
final class FileReason {
  private FileReason() {}

  static String of(Exception failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof AccessDeniedException) {
      return message + ": permission denied";
    } else if (failure instanceof NoSuchFileException) {
      return message + ": no such file or directory";
    } else if (failure instanceof FileAlreadyExistsException) {
      return message + ": it is there already";
    }
    return message;
  }
}
