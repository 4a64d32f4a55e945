package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.CasResult;
import dev.cairn.testkit.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A disk that takes no more, by a limit on the size of files that a process may write: Linux has
 * one that can be set and lifted while the process runs.
 */
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
  @Test
  void conditionalWriteThatTheDiskRefusesIsUnknownAndTheStoreGoesOnWhenThereIsSpace()
      throws IOException {
    fillAndGoOn("insert", "applied", "Unknown");
  }

  @Test
  void bulkWriteThatTheDiskRefusesIsAnErrorAndTheStoreGoesOnWhenThereIsSpace() throws IOException {
    fillAndGoOn("write", "written", "unavailable");
  }

  @Test
  void closingOnAFullDiskLosesNothingAndSaysThatItIsClosed() throws IOException {
    try (StoreDirectories stores = new StoreDirectories()) {
      Path store = stores.next();
      List<String> acknowledged = new ArrayList<>();
      try (ChildProcess child = new ChildProcess(FullDiskLoad.class, store.toString())) {
        for (int i = 0; i < 5; i++) {
          acknowledged.add(expect("applied", child.ask("insert")));
        }
        limitFiles(child, "1000");
        String answer = expect("unavailable", child.ask("close"));
        assertTrue(answer.contains("is closed"), answer);
        assertFalse(answer.contains("next write"), answer);
      }
      try (RocksDbBackend backend = TestSettings.of(store).open()) {
        for (String row : acknowledged) {
          assertTrue(isThere(backend, row.split(" ", 2)), row);
        }
      }
    }
  }

  private static void fillAndGoOn(String command, String done, String failed) throws IOException {
    try (StoreDirectories stores = new StoreDirectories()) {
      Path store = stores.next();
      List<String> acknowledged = new ArrayList<>();
      try (ChildProcess child = new ChildProcess(FullDiskLoad.class, store.toString())) {
        acknowledged.add(expect("applied", child.ask("insert")));
        limitFiles(child, "2000000");
        String answer = child.ask(command);
        while (answer.startsWith(done)) {
          acknowledged.add(answer);
          answer = child.ask(command);
        }
        expect(failed, answer);
        assertTrue(acknowledged.size() > 10, () -> "only " + acknowledged);

        // Readable, and what certainly does nothing says so and why.
        expect("all " + acknowledged.size() + " there", child.ask("check"));
        for (String refused : List.of("insert", "write", "insert")) {
          assertTrue(expect("unavailable", child.ask(refused)).contains(store.toString()));
        }
        expect(CasResult.Conflict.class.getName(), child.ask("stale"));
        expect("Health[healthy=false", child.ask("health"));
        expect("all " + acknowledged.size() + " there", child.ask("check"));

        limitFiles(child, "unlimited");
        acknowledged.add(expect("applied", child.ask("insert")));
        acknowledged.add(expect("written", child.ask("write")));
        expect("Health[healthy=true", child.ask("health"));
        expect("all " + acknowledged.size() + " there", child.ask("check"));
        child.kill();
        int unused = child.await();
      }
      try (RocksDbBackend backend = TestSettings.of(store).open()) {
        for (String row : acknowledged) {
          assertTrue(isThere(backend, row.split(" ", 2)), row);
        }
      }
    }
  }

  private static boolean isThere(RocksDbBackend backend, String[] answer) {
    return answer[0].equals("written")
        ? Rows.read(backend, Rows.key(Long.parseLong(answer[1]))).isPresent()
        : Rows.read(backend, Rows.updateable(answer[1], Bytes.empty()).key()).isPresent();
  }

  private static String expect(String start, String answer) {
    assertTrue(answer.startsWith(start), () -> "expected " + start + ", not: " + answer);
    return answer;
  }

  /** Only the soft limit, so that it can be lifted again without being root. */
  private static void limitFiles(ChildProcess child, String bytes) throws IOException {
    Process prlimit =
        new ProcessBuilder(
                "prlimit", "--pid", String.valueOf(child.pid()), "--fsize=" + bytes + ":")
            .inheritIO()
            .start();
    try {
      assertEquals(0, prlimit.waitFor(), "prlimit");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
