package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB's errors mean for whoever called, and what to do. */
final class Failures {
  private final Directory directory;

  Failures(Directory directory) {
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
                    ? "writes are refused from now on, since files are damaged"
                    : "the next write tries whether it can go on"),
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
    if (message.contains("/LOCK:")) {
      return directory.owner().inUse(e);
    }
    List<String> logs = logNames();
    if (!isCorruption(e)) {
      return new BackendUnavailableException(
          "the store in %s cannot be opened: %s".formatted(directory.path(), message), e);
    }
    // Of a damaged log RocksDB tells what is wrong, and not always in which file.
    boolean namesAnother =
        message.contains(".sst") || message.contains("/MANIFEST") || message.contains("CURRENT");
    return namesAnother || logs.isEmpty()
        ? damaged(e)
        : damagedLog("%s, in %s".formatted(message, String.join(" or ", logs)), e);
  }

  /** A log that is sound as far as it goes, and does not go far enough. */
  DamagedDataException shortLog(long found, long acknowledged, List<String> logs) {
    return damagedLog(
        "it ends with change %d, but changes up to %d were acknowledged; %s lost its end"
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
                .formatted(directory.path(), e.getMessage())
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
