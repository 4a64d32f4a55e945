package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.Seed;
import dev.cairn.testkit.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Kills a process that writes, again and again, on one store: what it was told is there, the rest
 * there or not. {@code -Pchaos} does it hundreds of times. {@link CommitCrashTest} is the same with
 * the engine.
 */
class CrashTest {
  /** Half of the crashes of a run; the other half are those of {@link CommitCrashTest}. */
  static final int ROUNDS = (Integer.getInteger("cairn.test.crashes", 20) + 1) / 2;

  @RegisterExtension final Seed seed = Seed.ofRun();

  @Test
  void whatWasAcknowledgedOutlivesTheDeathOfTheProcess() throws IOException {
    Random random = seed.random("crashes");
    CrashHistory history = new CrashHistory();
    try (StoreDirectories stores = new StoreDirectories()) {
      Path store = stores.next();
      for (int round = 0; round < ROUNDS; round++) {
        Durability durability = random.nextInt(3) == 0 ? Durability.OS : Durability.SYNC;
        // From just after it began to open the store to well into its work.
        int lines = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 1 + random.nextInt(2_000);
        runAndKill(
            lines,
            history::add,
            CrashLoad.class,
            store.toString(),
            durability.name(),
            String.valueOf(random.nextLong()));
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

  /** Runs {@code program} until it said so many lines, then kills it; all it said is handed on. */
  static void runAndKill(
      int lines, Consumer<String> history, Class<?> program, String... arguments) {
    try (ChildProcess child = new ChildProcess(program, arguments)) {
      int read = 0;
      for (String line = child.readLine(); line != null; line = child.readLine()) {
        history.accept(line);
        if (++read == lines) {
          child.kill();
        }
      }
      int code = child.await();
      assertTrue(read >= lines, () -> "the program ended by itself with code " + code);
    }
  }
}
