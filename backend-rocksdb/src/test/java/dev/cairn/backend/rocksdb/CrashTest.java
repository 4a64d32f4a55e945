package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Kills a process that writes, again and again, on one store: what it was told is there, the rest
 * there or not. {@code -Pchaos} does it hundreds of times.
 */
class CrashTest {
  private static final int ROUNDS = Integer.getInteger("cairn.test.crashes", 20);

  @RegisterExtension final Seed seed = Seed.ofRun();

  @Test
  void whatWasAcknowledgedOutlivesTheDeathOfTheProcess() throws IOException {
    Random random = seed.random("crashes");
    CrashHistory history = new CrashHistory();
    try (Stores stores = new Stores()) {
      Path store = stores.next();
      for (int round = 0; round < ROUNDS; round++) {
        Durability durability = random.nextInt(3) == 0 ? Durability.OS : Durability.SYNC;
        // From just after it began to open the store to well into its work.
        int lines = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 1 + random.nextInt(2_000);
        runAndKill(store, durability, random.nextLong(), lines, history);
        // On a copy every other time, so that the next process meets what this one left.
        Path checked = random.nextBoolean() ? store : stores.copyOf(store);
        try (RocksDbBackend backend = TestSettings.of(checked).open()) {
          history.check(backend);
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError("after round %d of %d".formatted(round + 1, ROUNDS), e);
        }
      }
    }
    assertTrue(history.writes() > ROUNDS, () -> "only " + history.writes() + " writes");
  }

  private static void runAndKill(
      Path store, Durability durability, long loadSeed, int lines, CrashHistory history) {
    try (ChildProcess child =
        new ChildProcess(
            CrashLoad.class, store.toString(), durability.name(), String.valueOf(loadSeed))) {
      int read = 0;
      for (String line = child.readLine(); line != null; line = child.readLine()) {
        history.add(line);
        if (++read == lines) {
          child.kill();
        }
      }
      int code = child.await();
      assertTrue(read >= lines, () -> "the program ended by itself with code " + code);
    }
  }
}
