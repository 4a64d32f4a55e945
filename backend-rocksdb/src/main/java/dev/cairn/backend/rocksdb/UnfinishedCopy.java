package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The directory in which a copy is made before it gets its name, beside its final place.
 *
 * <p>A file marks it as such a directory, and is locked while the process that makes the copy
 * lives. The lock distinguishes a copy in progress from one that a killed process left, which is
 * replaced.
 */
final class UnfinishedCopy implements AutoCloseable {
  private static final String SUFFIX = ".part";
  private static final String MARK = "COPYING";

  private final Path target;
  private final Path path;
  private final FileChannel lock;
  private boolean isPublished;

  private UnfinishedCopy(Path target, Path path, FileChannel lock) {
    this.target = target;
    this.path = path;
    this.lock = lock;
  }

  /**
   * Makes the directory for a copy that is to be {@code target}, empty.
   *
   * @throws BackendUnavailableException if another process makes the same copy
   */
  static UnfinishedCopy begin(Path target) throws IOException {
    Path path = target.resolveSibling(target.getFileName() + SUFFIX);
    try {
      Files.createDirectory(path);
    } catch (FileAlreadyExistsException e) {
      checkIsUnfinishedCopy(path);
    }
    UnfinishedCopy copy =
        new UnfinishedCopy(target, path, Uninterrupted.call(() -> lock(path.resolve(MARK))));
    copy.clear();
    return copy;
  }

  private static void checkIsUnfinishedCopy(Path path) throws IOException {
    boolean isOurs = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    if (isOurs && !Files.exists(path.resolve(MARK))) {
      try (Stream<Path> files = Files.list(path)) {
        isOurs = files.findAny().isEmpty();
      }
    }
    if (!isOurs) {
      throw new IllegalArgumentException(
          "the copy would be made in %s, which is there and is no unfinished copy; move it away, or name"
                  .formatted(path)
              + " another directory");
    }
  }

  private static FileChannel lock(Path mark) throws IOException {
    FileChannel channel =
        FileChannel.open(mark, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean isLocked = false;
    try {
      isLocked = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      isLocked = false; // by this process
    } finally {
      if (!isLocked) {
        channel.close();
      }
    }
    // A process that finished its copy in between has moved the file away.
    if (!isLocked || !Files.exists(mark)) {
      channel.close();
      throw new BackendUnavailableException(
          "another process is making the copy %s; wait for it, or name another directory"
              .formatted(mark.getParent()));
    }
    return channel;
  }

  Path path() {
    return path;
  }

  /** Deletes what was copied. */
  void clear() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(path)) {
      files = all.filter(file -> !file.endsWith(MARK)).toList();
    }
    for (Path file : files) {
      try {
        Files.delete(file);
      } catch (DirectoryNotEmptyException e) {
        throw new IOException(
            "%s is in the directory of an unfinished copy; move it away".formatted(file), e);
      }
    }
  }

  /** Gives the copy its name, when all of it is on the disk. */
  void publish() throws IOException {
    Files.delete(path.resolve(MARK));
    sync(path);
    Files.move(path, target);
    isPublished = true;
    sync(Objects.requireNonNull(target.getParent())); // the root is there already
  }

  /** Makes what {@code folder} lists durable. */
  static void sync(Path folder) throws IOException {
    boolean unused =
        Uninterrupted.call(
            () -> {
              try (FileChannel channel = FileChannel.open(folder)) {
                channel.force(true);
                return true;
              }
            });
  }

  /** Deletes a copy that was not finished. */
  @Override
  public void close() throws IOException {
    try (lock) {
      if (!isPublished) {
        clear();
        Files.deleteIfExists(path.resolve(MARK));
        Files.delete(path);
      }
    }
  }
}
