package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.DamagedDataException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The directory of a store: RocksDB's files, and two of our own beside them. */
final class StoreDirectory {
  /**
   * What may be where a store is to be created: files that RocksDB leaves if it dies while it does,
   * and a directory that file systems have.
   */
  private static final Pattern BEFORE_A_STORE =
      Pattern.compile("LOCK|LOG.*|IDENTITY|MANIFEST-.*|OPTIONS-.*|.*\\.dbtmp|lost\\+found");

  /** What a store consists of. */
  private static final Pattern PARTS =
      Pattern.compile("CURRENT|IDENTITY|MANIFEST-\\d+|OPTIONS-\\d+|\\d+\\.(sst|log)");

  private static final long SPARE_BYTES = 4L << 20;

  private final Path path;

  StoreDirectory(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  /**
   * The directory that {@code path} names, under its real name. It is created if it is missing; or
   * it holds a store, or nothing at all.
   */
  static StoreDirectory prepare(Path path) {
    StoreDirectory named = new StoreDirectory(path);
    named.create();
    StoreDirectory real;
    try {
      real = new StoreDirectory(named.path.toRealPath());
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the directory %s cannot be read: %s".formatted(named.path, FileReason.of(e)), e);
    }
    if (!real.hasStore()) {
      real.checkNothingWouldBeLost();
    }
    return real;
  }

  /** The directory of a store that is there, under its real name; nothing is created. */
  static StoreDirectory find(Path path) {
    StoreDirectory real;
    try {
      real = new StoreDirectory(new StoreDirectory(path).path.toRealPath());
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the directory %s cannot be read: %s".formatted(path, FileReason.of(e)), e);
    }
    if (!real.hasStore()) {
      real.checkNothingWouldBeLost();
      throw new BackendUnavailableException(
          "there is no store in %s; correct %s"
              .formatted(real.path, RocksDbBackendFactory.PATH.key()));
    }
    return real;
  }

  Path path() {
    return path;
  }

  /**
   * What the manifest is and how long. While this stays the same, RocksDB takes away no file that
   * is needed: it first writes to the manifest that the file is not.
   */
  String manifest() throws IOException {
    String name = Uninterrupted.call(() -> Files.readString(path.resolve("CURRENT"))).strip();
    return name + " " + sizeOf(path.resolve(name));
  }

  /** The files that make up the store, with their sizes: a process that writes changes them. */
  SortedMap<String, Long> files() {
    SortedMap<String, Long> files = new TreeMap<>();
    for (String name : list()) {
      if (PARTS.matcher(name).matches()) {
        files.put(name, sizeOf(path.resolve(name)));
      }
    }
    return files;
  }

  /** What tells it from all other directories of this machine, whatever names it has. */
  Object key() throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path : key;
  }

  Owner owner() {
    return new Owner(this);
  }

  /** The absolute place of a copy that is to be {@code target}, which must be free. */
  Path placeOfCopy(Path target) {
    Path place = target.toAbsolutePath().normalize();
    if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new IllegalArgumentException(
          "%s is there already; a copy makes a directory of its own, so name another one"
              .formatted(place));
    }
    if (isInside(place)) {
      throw new IllegalArgumentException(
          "%s is inside the store, and would be lost with it; name another directory"
              .formatted(place));
    }
    return place;
  }

  private boolean isInside(Path place) {
    try {
      Path parent = place.getParent();
      return parent != null && parent.toRealPath().startsWith(path);
    } catch (IOException e) {
      return false; // whatever is wrong with it, it is not the store
    }
  }

  Path acknowledged() {
    return path.resolve("ACKNOWLEDGED");
  }

  boolean hasStore() {
    return Files.exists(path.resolve("CURRENT"));
  }

  private void create() {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new ConfigurationException(
          "%s is %s, which is a file; name a directory"
              .formatted(RocksDbBackendFactory.PATH.key(), path));
    }
    try {
      create(path);
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the directory %s cannot be created: %s".formatted(path, FileReason.of(e)), e);
    }
  }

  // With the entries of directories synced, or the store could be gone with the power that was lost
  // after the first writes to it were acknowledged. RocksDB does this for what is in the directory.
  private static void create(Path directory) throws IOException {
    Path parent = directory.getParent();
    if (parent == null || Files.isDirectory(directory)) {
      return;
    }
    create(parent);
    Files.createDirectories(directory);
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      sync(parent);
    }
  }

  private static void sync(Path file, OpenOption... options) throws IOException {
    boolean unused =
        Uninterrupted.call(
            () -> {
              try (FileChannel channel = FileChannel.open(file, options)) {
                channel.force(true);
                return true;
              }
            });
  }

  // RocksDB takes a directory without CURRENT for an empty one, and deletes the data files in it.
  private void checkNothingWouldBeLost() {
    List<String> strangers =
        list().stream().filter(name -> !BEFORE_A_STORE.matcher(name).matches()).toList();
    List<String> data = dataFiles();
    if (!data.isEmpty()) {
      throw new DamagedDataException(
          "%s has data of a store (%s and %d more files) but no file CURRENT, so it cannot be opened;"
                  .formatted(path, data.get(0), data.size() - 1)
              + " restore a backup into another directory and open that one");
    }
    if (!strangers.isEmpty()) {
      throw new ConfigurationException(
          "%s is %s, which holds other things (%s); name a directory that is empty or holds a store"
              .formatted(RocksDbBackendFactory.PATH.key(), path, strangers.get(0)));
    }
  }

  /** Whether rows were ever written to the store. */
  boolean hasData() {
    return !dataFiles().isEmpty();
  }

  private List<String> dataFiles() {
    return list().stream()
        .filter(name -> name.endsWith(".sst") || name.endsWith(".log"))
        .filter(name -> sizeOf(path.resolve(name)) > 0)
        .sorted()
        .toList();
  }

  /** The log files in the order in which they were written, those without content left out. */
  List<Path> logs() {
    return list().stream()
        .filter(name -> name.endsWith(".log"))
        .sorted()
        .map(path::resolve)
        .filter(file -> sizeOf(file) > 0)
        .toList();
  }

  /** Makes all that is in the logs durable, unless the file system is read-only. */
  void syncLogsIfWritable() throws IOException {
    if (!Files.getFileStore(path).isReadOnly()) {
      syncLogs();
    }
  }

  /** Makes all that is in the logs durable. */
  void syncLogs() throws IOException {
    for (Path log : logs()) {
      if (Files.isWritable(log)) {
        sync(log, StandardOpenOption.WRITE);
      } else {
        sync(log);
      }
    }
  }

  /**
   * Checks that opening the store again would find enough space: it writes what is in the log to
   * other files. A file of that size is really written, since free space is not all that a disk, a
   * quota or a limit can refuse.
   *
   * @throws BackendUnavailableException if not
   */
  void checkSpace() {
    long needed = logs().stream().mapToLong(StoreDirectory::sizeOf).sum() + SPARE_BYTES;
    Path probe = path.resolve("SPACE.dbtmp");
    try {
      long usable = Files.getFileStore(path).getUsableSpace();
      if (usable < needed) {
        throw new IOException("%d bytes are free".formatted(usable));
      }
      try {
        boolean unused = Uninterrupted.call(() -> write(probe, needed));
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the store in %s takes no writes: it needs %d bytes to go on, and %s. Make space; it goes on"
                  .formatted(path, needed, e.getMessage())
              + " by itself with the next write",
          e);
    }
  }

  private static boolean write(Path file, long bytes) throws IOException {
    byte[] block = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long written = 0; written < bytes; written += block.length) {
        out.write(block);
      }
      return true;
    }
  }

  private List<String> list() {
    try (Stream<Path> files = Files.list(path)) {
      List<String> names = new ArrayList<>();
      files.forEach(file -> names.add(String.valueOf(file.getFileName())));
      return names;
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the directory %s cannot be read: %s".formatted(path, FileReason.of(e)), e);
    }
  }

  // A log may go between being listed and being asked: RocksDB deletes those it needs no more.
  private static long sizeOf(Path file) {
    return file.toFile().length();
  }
}
