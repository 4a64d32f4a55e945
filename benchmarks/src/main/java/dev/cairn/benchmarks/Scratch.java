package dev.cairn.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for a measurement, deleted after it. */
public record Scratch(Path path) implements AutoCloseable {
  private static final String PREFIX = "cairn-benchmark";

  /** Creates one below the directory for temporary files. */
  public static Scratch create() throws IOException {
    return new Scratch(Files.createTempDirectory(PREFIX));
  }

  /** Creates one below {@code parent}, which is created if missing and stays. */
  public static Scratch below(Path parent) {
    try {
      return new Scratch(Files.createTempDirectory(Files.createDirectories(parent), PREFIX));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The total size of all files. */
  long bytes() {
    return all().stream().map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
  }

  private List<Path> all() {
    try (Stream<Path> files = Files.walk(path)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      for (Path file : all()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
