package dev.cairn.cli.relay;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backends;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The address at which the server that has a store listens for commands: a file in the store, which
 * only its owner can read. It may outlive the server, so readers verify it.
 *
 * @param format the version of this file
 * @param process the ID of the server's process
 * @param started the start time of that process, if the operating system reveals it
 * @param store identifies the directory of the store, also among copies of it
 * @param uri where the management port is
 * @param secret the secret that commands have to send
 */
record ServerNote(
    int format, long process, String started, String store, String uri, String secret) {
  static final String FILE = "SERVER";

  private static final int FORMAT = 1;
  private static final String HALF = FILE + ".new";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The note of this process for the store in {@code directory}. */
  static ServerNote ofThisProcess(Path directory, String uri, String secret) throws IOException {
    ProcessHandle self = ProcessHandle.current();
    return new ServerNote(FORMAT, self.pid(), startOf(self), key(directory), uri, secret);
  }

  /** The directory of the store that is configured; empty if it is no store of RocksDB. */
  static Optional<Path> directory(Configuration configuration) {
    return configuration
        .find(Backends.BACKEND)
        .filter(RocksDbBackendFactory.NAME::equals)
        .flatMap(name -> configuration.find(RocksDbBackendFactory.PATH));
  }

  /** Identifies a directory among all others of this machine. */
  static String key(Path directory) throws IOException {
    Path real = directory.toRealPath();
    Object key = Files.readAttributes(real, BasicFileAttributes.class).fileKey();
    return key == null ? real.toString() : key.toString();
  }

  /**
   * Puts the note into {@code directory}, complete or not at all.
   *
   * @throws UnsupportedOperationException if the file system cannot keep others from reading it
   */
  void write(Path directory) throws IOException {
    Path half = directory.resolve(HALF);
    Files.deleteIfExists(half);
    Files.createFile(half, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Files.write(half, MAPPER.writeValueAsBytes(this));
    Files.move(half, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
  }

  /** The note of the server that has the store in {@code directory} now; empty if none has. */
  static Optional<ServerNote> find(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      if (!isTrusted(file, directory)) {
        return Optional.empty();
      }
      ServerNote note = MAPPER.readValue(Files.readAllBytes(file), ServerNote.class);
      boolean isCurrent =
          note.format == FORMAT && note.store.equals(key(directory)) && note.isAlive();
      return isCurrent ? Optional.of(note) : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // there is none, it is another release's, or it is another user's
    }
  }

  /** Whether the owner of the store wrote it and no other user could have read it. */
  private static boolean isTrusted(Path file, Path directory) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return attributes.isRegularFile()
        && attributes.permissions().equals(OWNER_ONLY)
        && attributes.owner().equals(Files.getOwner(directory));
  }

  private boolean isAlive() {
    return ProcessHandle.of(process)
        .filter(ProcessHandle::isAlive)
        .filter(found -> startOf(found).equals(started))
        .isPresent();
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }

  @Override
  public String toString() {
    return "the server with process ID %s at %s".formatted(process, uri);
  }
}
