package dev.cairn.backend.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Directories for stores, each of them new; deleted in the end. */
final class Stores implements AutoCloseable {
  private final Path parent;
  private final AtomicInteger made = new AtomicInteger();

  Stores() {
    try {
      parent = Files.createTempDirectory("cairn-rocksdb");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A directory that is not there yet. */
  Path next() {
    return parent.resolve("store-" + made.incrementAndGet());
  }

  @Override
  public void close() {
    List<Path> all;
    try (Stream<Path> files = Files.walk(parent)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Path file : all) {
      if (!file.toFile().delete()) {
        throw new IllegalStateException("cannot delete " + file);
      }
    }
  }
}
