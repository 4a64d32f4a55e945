package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A note of which process has a store open, for the message to the next one that tries. What keeps
 * that one out is RocksDB's own lock, which ends with the process; this file may outlive it.
 */
final class Owner {
  static final String FILE = "OWNER";

  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private final StoreDirectory directory;
  private final Path file;

  Owner(StoreDirectory directory) {
    this.directory = directory;
    this.file = directory.path().resolve(FILE);
  }

  /** Writes that this process has the store. */
  void take() throws IOException {
    Note note = Note.ofThisProcess();
    String text = String.join("\n", "" + note.pid, note.start, note.host, "" + directory.key(), "");
    Path unused = Uninterrupted.call(() -> Files.writeString(file, text));
  }

  /** Deletes the note. Call it before the lock is released. */
  void leave() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the store in %s is closed, but %s cannot be deleted: %s"
              .formatted(directory.path(), file, e),
          e);
    }
  }

  /** The message for a process that the lock kept out. */
  BackendUnavailableException inUse(@Nullable Exception cause) {
    return inUseBy(who(), cause);
  }

  /** The message for this process, if another backend in it has the store. */
  BackendUnavailableException isThisProcess() {
    return inUseBy("this process itself, through a backend that is not closed", null);
  }

  private BackendUnavailableException inUseBy(String who, @Nullable Exception cause) {
    String message =
        "the store in %s is in use by %s; one process at a time can open it to write, and one backend in"
                .formatted(directory.path(), who)
            + " it. Stop that one first; what only reads works beside it";
    return cause == null
        ? new BackendUnavailableException(message)
        : new BackendUnavailableException(message, cause);
  }

  /**
   * A process.
   *
   * @param host where it runs: in containers that share a directory, processes have the same IDs
   */
  private record Note(long pid, String start, String host) {
    static Note ofThisProcess() throws IOException {
      ProcessHandle self = ProcessHandle.current();
      return new Note(self.pid(), startOf(self), hostName());
    }

    String text() {
      return "process %s on %s, started %s".formatted(pid, host, start);
    }

    boolean isAlive() throws IOException {
      return host.equals(hostName())
          && ProcessHandle.of(pid)
              .filter(ProcessHandle::isAlive)
              .filter(process -> startOf(process).equals(start))
              .isPresent();
    }
  }

  /** The process that has the store open, if one of this machine has. */
  Optional<String> process() {
    try {
      Optional<Note> found = read();
      return found.isPresent() && found.get().isAlive()
          ? Optional.of(found.get().text())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private String who() {
    try {
      Optional<Note> found = read();
      if (found.isEmpty()) {
        return "a process that left no note of itself";
      }
      Note note = found.get();
      return note.isAlive()
          ? note.text()
          : "another process (process %s on %s, started %s, had it last)"
              .formatted(note.pid, note.host, note.start);
    } catch (IOException e) {
      return "another process, and its note cannot be read: " + e;
    }
  }

  private Optional<Note> read() throws IOException {
    String[] lines;
    try {
      lines = Uninterrupted.call(() -> Files.readString(file)).split("\n", -1);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    // A copy of a store has a note of the process that has the original.
    return lines.length > 3
            && lines[0].matches("[0-9]{1,18}")
            && lines[3].equals(String.valueOf(directory.key()))
        ? Optional.of(new Note(Long.parseLong(lines[0]), lines[1], lines[2]))
        : Optional.empty();
  }

  // Asking the network, as Java does, can take long and need not know.
  private static String hostName() throws IOException {
    return Files.isReadable(HOST_NAME)
        ? Uninterrupted.call(() -> Files.readString(HOST_NAME)).strip()
        : Objects.requireNonNullElse(System.getenv("COMPUTERNAME"), "this machine");
  }

  private static String startOf(ProcessHandle process) {
    return process
        .info()
        .startInstant()
        .map(instant -> instant.truncatedTo(ChronoUnit.SECONDS))
        .map(Instant::toString)
        .orElse("");
  }
}
