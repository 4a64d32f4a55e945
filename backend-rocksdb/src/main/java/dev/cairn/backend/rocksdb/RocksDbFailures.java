package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Translates RocksDB's errors: what they mean for the caller, and what to do. */
final class RocksDbFailures {
  private final StoreDirectory directory;

  RocksDbFailures(StoreDirectory directory) {
    this.directory = directory;
  }

  /** An error of a call that reads. */
  CairnException ofRead(RocksDBException e) {
    return isCorruption(e)
        ? damaged(e)
        : new BackendUnavailableException(
            "the store in %s cannot be read: %s".formatted(directory.path(), e.getMessage()), e);
  }

  /** An error of a call that writes, after which part of it may be done. */
  BackendUnavailableException ofWrite(RocksDBException e) {
    return new BackendUnavailableException(
        "the store in %s could not be written: %s. It can still be read; %s"
            .formatted(
                directory.path(),
                e.getMessage(),
                isCorruption(e)
                    ? "it takes no more writes, since files are damaged: check the disk, and"
                        + " restore a backup into another directory"
                    : "the next write tries whether it can go on"),
        e);
  }

  /** What a write through a reader means. */
  BackendUnavailableException ofReader() {
    return new BackendUnavailableException(
        "the store in %s was opened to be read, and takes no writes so"
            .formatted(directory.path()));
  }

  /** A store that others change faster than it can be opened or copied. */
  BackendUnavailableException changing(String what, @Nullable Exception cause) {
    String message =
        "the store in %s could not be %s: its files kept changing under another process. Try again"
            .formatted(directory.path(), what);
    return cause == null
        ? new BackendUnavailableException(message)
        : new BackendUnavailableException(message, cause);
  }

  /** A directory whose store its process did not create to the end. */
  BackendUnavailableException unfinished() {
    return new BackendUnavailableException(
        "the store in %s was not created to its end; open it once to write: cairn schema create"
            .formatted(directory.path()));
  }

  /** An error of the last thing that closing does with a store. */
  BackendUnavailableException ofClose(RocksDBException e) {
    return new BackendUnavailableException(
        "the store in %s is closed, but its newest rows could not be moved from the log to data files: %s."
                .formatted(directory.path(), FileReason.of(e))
            + " The log still has them, and opening reads it",
        e);
  }

  /** What opening again after a failed write found missing. */
  BackendUnavailableException ofLoss(long found, long visible) {
    return new BackendUnavailableException(
        "the disk under the store in %s failed and lost changes %d to %d, which were written but not"
                .formatted(directory.path(), found + 1, visible)
            + " yet acknowledged as durable. It can be read; to write again, restart the process");
  }

  /** An error of opening. */
  CairnException ofOpen(RocksDBException e) {
    String message = String.valueOf(e.getMessage());
    if (isHeld(message)) {
      return directory.owner().inUse(e);
    }
    if (isLostFile(message)) {
      return damaged(e);
    }
    if (!isCorruption(e)) {
      return cannotOpen(e);
    }
    List<String> logs = logNames();
    // Of a damaged log RocksDB tells what is wrong, and not always in which file.
    boolean namesAnother =
        message.contains(".sst") || message.contains("/MANIFEST") || message.contains("CURRENT");
    return namesAnother || logs.isEmpty()
        ? damaged(e)
        : damagedLog("%s, in %s".formatted(message, String.join(" or ", logs)), e);
  }

  // Other things can be wrong with the lock: its file may not be written, or the file system has no
  // locks.
  private static boolean isHeld(String message) {
    return message.contains("lock hold by current process")
        || (message.contains("While lock file") && !message.contains("No locks available"));
  }

  // RocksDB calls it an error of the disk, which could pass; the file does not come back.
  private static boolean isLostFile(String message) {
    return message.contains("No such file or directory")
        && (message.contains("/MANIFEST-") || message.contains(".sst"));
  }

  /** An error of opening that is neither damage nor another process. */
  BackendUnavailableException cannotOpen(Exception e) {
    return new BackendUnavailableException(
        "the store in %s cannot be opened: %s. Check the permissions of its files, the space on the disk"
                .formatted(directory.path(), FileReason.of(e))
            + " and the limits of the process (ulimit)",
        e);
  }

  /** A log that is sound as far as it goes, and does not go far enough. */
  DamagedDataException shortLog(long found, long acknowledged, List<String> logs) {
    return damagedLog(
        "it ends with change %s, but changes up to %s were acknowledged; %s lost its end"
            .formatted(
                found,
                acknowledged,
                logs.isEmpty() ? "a file *.log that is gone" : logs.get(logs.size() - 1)),
        null);
  }

  private DamagedDataException damagedLog(String problem, @Nullable Throwable cause) {
    String message =
        "the log of the store in %s is damaged: %s. Nothing was changed. Restore a backup; or, to go on"
                .formatted(directory.path(), problem)
            + " without what comes after the damage, open it once with %s=point-in-time (if the machine"
                .formatted(RocksDbBackendFactory.RECOVERY.key())
            + " lost power and the disk is sound, that is only what was never acknowledged)";
    return cause == null
        ? new DamagedDataException(message)
        : new DamagedDataException(message, cause);
  }

  private DamagedDataException damaged(RocksDBException e) {
    return new DamagedDataException(
        "a file of the store in %s is damaged: %s. Check the disk, and restore a backup into another"
                .formatted(directory.path(), FileReason.of(e))
            + " directory",
        e);
  }

  static boolean isCorruption(RocksDBException e) {
    Status status = e.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption;
  }

  /** The names of the logs that are there now. */
  List<String> logNames() {
    return directory.logs().stream().map(String::valueOf).toList();
  }
}
