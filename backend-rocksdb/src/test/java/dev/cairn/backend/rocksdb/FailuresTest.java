package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB's messages are taken for, in words that it was seen to use. */
class FailuresTest {
  private final RocksDbFailures failures =
      new RocksDbFailures(new StoreDirectory(Path.of("no", "store")));

  @ParameterizedTest
  @CsvSource({
    "While lock file: /s/LOCK: Resource temporarily unavailable, true",
    "lock hold by current process: /s/LOCK: No locks available, true",
    "While lock file: /s/LOCK: No locks available, false",
    "while open a file for lock: /s/LOCK: Permission denied, false",
    "while open a file for lock: /s/LOCK: Read-only file system, false",
    "while open a file for lock: /s/LOCK: Too many open files, false",
  })
  void onlyALockThatIsHeldMeansThatSomebodyHasTheStore(String message, boolean inUse) {
    String said = String.valueOf(failures.ofOpen(new RocksDBException(message)).getMessage());
    assertEquals(inUse, said.contains("is in use by"), said);
    assertEquals(!inUse, said.contains(message) && said.contains("ulimit"), said);
  }

  @Test
  void damageThatAWriteFindsHasAWayOut() {
    Status corruption = new Status(Status.Code.Corruption, Status.SubCode.None, "bad block");
    String said = String.valueOf(failures.ofWrite(new RocksDBException(corruption)).getMessage());
    assertTrue(said.contains("restore a backup"), said);
  }
}
