package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Kills a process whose threads commit, again and again, and opens the store with the engine: each
 * acknowledged commit is there once, none is there in part, and commits go on.
 */
class CommitCrashTest {
  private static final int ROUNDS = CrashTest.ROUNDS;

  /** So that all of a store can be checked after each crash, and opening a new one dies too. */
  private static final int ROUNDS_PER_STORE = 25;

  @RegisterExtension final Seed seed = Seed.ofRun();

  @Test
  void acknowledgedCommitsOutliveTheDeathOfTheProcessWholeAndOnce() throws IOException {
    Random random = seed.random("crashes");
    int commits = 0;
    for (int first = 0; first < ROUNDS; first += ROUNDS_PER_STORE) {
      commits += crashes(first, Math.min(ROUNDS, first + ROUNDS_PER_STORE), random);
    }
    int all = commits;
    assertTrue(all > ROUNDS, () -> "only " + all + " commits");
  }

  private static int crashes(int first, int end, Random random) throws IOException {
    CommitHistory history = new CommitHistory();
    try (StoreDirectories stores = new StoreDirectories()) {
      Path store = stores.next();
      for (int round = first; round < end; round++) {
        Durability durability = random.nextInt(3) == 0 ? Durability.OS : Durability.SYNC;
        // From the first write of opening it to well into its work.
        int lines = random.nextInt(3) == 0 ? 1 + random.nextInt(25) : 1 + random.nextInt(2_000);
        CrashTest.runAndKill(
            lines,
            history::add,
            CommitLoad.class,
            store.toString(),
            durability.name(),
            Integer.toString(round));
        try {
          // On a copy every other time, so that the next process meets what this one left.
          if (random.nextBoolean()) {
            check(stores.copyOf(store), history);
          } else {
            checkAndGoOn(store, history, "after-" + round);
          }
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError("after round %d of %d".formatted(round + 1, ROUNDS), e);
        }
      }
    }
    return history.commits();
  }

  private static void check(Path path, CommitHistory history) {
    try (Cairn cairn = CrashCommit.open(TestSettings.of(path).open())) {
      history.check(cairn.store(Rows.SCOPE));
    }
  }

  private static void checkAndGoOn(Path path, CommitHistory history, String prefix) {
    try (Cairn cairn = CrashCommit.open(TestSettings.of(path).open())) {
      Store store = cairn.store(Rows.SCOPE);
      history.check(store);
      CommitLoad.createReferences(store);
      for (int i = 0; i < 5; i++) {
        CrashCommit commit = new CrashCommit(prefix + "." + i);
        history.tried(commit.name());
        history.done(commit.name(), commit.commitTo(store));
      }
    }
    check(path, history);
  }
}
