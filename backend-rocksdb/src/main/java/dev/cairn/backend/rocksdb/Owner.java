package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A note of which process has a store open, for the message to the next one that tries. What keeps
 * that one out is RocksDB's own lock, which ends with the process; this file may outlive it.
 */
final class Owner {
  static final String FILE = "OWNER";

  private final Path path;
  private final Path file;

  Owner(Path path) {
    this.path = path;
    this.file = path.resolve(FILE);
  }

  /** Says that it is this process. */
  void take() throws IOException {
    ProcessHandle self = ProcessHandle.current();
    Files.writeString(file, self.pid() + "\n" + startOf(self).orElse("") + "\n" + path + "\n");
  }

  /** Says that it is nobody. To be called before the lock is given back. */
  void leave() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the store in %s is closed, but %s cannot be deleted: %s".formatted(path, file, e), e);
    }
  }

  /** Whether the process that last took the store runs. */
  boolean isAlive() {
    return read().filter(Owner::isAlive).isPresent();
  }

  /** What to tell somebody whom the lock kept out. */
  BackendUnavailableException inUse(Exception cause) {
    return new BackendUnavailableException(
        "the store in %s is in use by %s; one process at a time can have it open, and one backend in"
                .formatted(path, who())
            + " it",
        cause);
  }

  private record Note(long pid, String start) {}

  private String who() {
    Optional<Note> found = read();
    if (found.isEmpty()) {
      return "a process that left no note of itself";
    }
    Note note = found.get();
    if (note.pid == ProcessHandle.current().pid()) {
      return "this process itself, through a backend that is not closed";
    }
    return isAlive(note)
        ? "process %d, started %s".formatted(note.pid, note.start)
        : "another process (process %d, started %s, had it last)".formatted(note.pid, note.start);
  }

  private Optional<Note> read() {
    String[] lines;
    try {
      lines = Files.readString(file).split("\n", -1);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new BackendUnavailableException("%s cannot be read: %s".formatted(file, e), e);
    }
    // A copy of a store has a note of the process that has the original.
    return lines.length > 2 && lines[0].matches("[0-9]{1,18}") && lines[2].equals(path.toString())
        ? Optional.of(new Note(Long.parseLong(lines[0]), lines[1]))
        : Optional.empty();
  }

  private static boolean isAlive(Note note) {
    return ProcessHandle.of(note.pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> startOf(process).orElse("").equals(note.start))
        .isPresent();
  }

  private static Optional<String> startOf(ProcessHandle process) {
    return process
        .info()
        .startInstant()
        .map(instant -> instant.truncatedTo(ChronoUnit.SECONDS))
        .map(Instant::toString);
  }
}
