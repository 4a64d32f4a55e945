package dev.cairn.backend.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Directories for stores, each of them new; deleted in the end. */
final class StoreDirectories implements AutoCloseable {
  private final Path parent;
  private final AtomicInteger made = new AtomicInteger();

  StoreDirectories() {
    try {
      parent = Files.createTempDirectory("cairn-rocksdb").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A directory that is not there yet. */
  Path next() {
    return parent.resolve("store-" + made.incrementAndGet());
  }

  /**
   * A copy of all files of {@code store} as they are now, as after the death of its process; none
   * if the process died before it made the directory.
   */
  Path copyOf(Path store) throws IOException {
    if (Files.notExists(store)) {
      return next();
    }
    Path copy = Files.createDirectory(next());
    for (Path file : files(store, "")) {
      Files.copy(file, copy.resolve(file.getFileName()));
    }
    return copy;
  }

  /** The files whose names end with {@code end}, in the order of their names. */
  static List<Path> files(Path store, String end) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  static Path largest(Path store, String end) throws IOException {
    return files(store, end).stream()
        .max(Comparator.comparingLong(file -> file.toFile().length()))
        .orElseThrow();
  }

  /** Changes a bit at {@code place}, which is from 0 (the first byte) to 1 (after the last). */
  static void flipByte(Path file, double place) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) (bytes.length * place)] ^= 0x10;
    Files.write(file, bytes);
  }

  /** Leaves so much of {@code file}, from nothing (0) to all of it (1). */
  static void cut(Path file, double share) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, (int) (bytes.length * share)));
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
