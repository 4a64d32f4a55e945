package dev.cairn.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/** What is wrong with a file, in words: Java's exceptions often have only its name. */
public final class FileProblem {
  private FileProblem() {}

  /** What {@code failure} tells. */
  public static String of(UncheckedIOException failure) {
    IOException cause = Objects.requireNonNull(failure.getCause());
    // It has a message of its own, or repeats the cause.
    return cause.toString().equals(failure.getMessage())
        ? of(cause)
        : "%s: %s".formatted(failure.getMessage(), of(cause));
  }

  /**
   * Makes sure that there is a directory for {@code file}, before much work is done for it.
   *
   * @throws CommandException if not
   */
  public static void checkDirectoryOf(Path file) {
    Path directory = file.toAbsolutePath().normalize().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw CommandException.notFound(
          "there is no directory %s to write to; create it, or name another".formatted(directory));
    }
  }

  private static String of(IOException failure) {
    if (failure instanceof FileSystemException named) {
      // Of two, the second is the one that is written.
      return "%s: %s"
          .formatted(
              Objects.requireNonNullElse(named.getOtherFile(), named.getFile()), reason(named));
    }
    return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
  }

  private static String reason(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      return "no such file or directory";
    } else if (failure instanceof AccessDeniedException) {
      return "permission denied";
    } else if (failure instanceof FileAlreadyExistsException) {
      return "it is there already";
    }
    return Objects.requireNonNullElse(failure.getReason(), failure.getClass().getSimpleName());
  }
}
