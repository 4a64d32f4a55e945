package dev.cairn.backend.jdbc;

import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Seed;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server of its own that is killed under load. */
class ServerCrashTest {
  /** A crash takes seconds here. */
  private static final int ROUNDS = Math.max(1, Integer.getInteger("cairn.test.crashes", 20) / 10);

  @RegisterExtension final Seed seed = Seed.ofRun();

  @SuppressWarnings("ImmutableEnumChecker") // A method does not change.
  enum Kind {
    POSTGRESQL(PostgreSqlProcess::start),
    MARIADB(MariaDbProcess::start);

    private final Supplier<KillableServer> start;

    Kind(Supplier<KillableServer> start) {
      this.start = start;
    }
  }

  @ParameterizedTest
  @EnumSource
  void acknowledgedCommitsOutliveTheDeathOfTheServer(Kind kind) throws InterruptedException {
    Random random = seed.random("crashes");
    AcknowledgedCommits commits = new AcknowledgedCommits();
    try (KillableServer server = kind.start.get()) {
      TestDatabase database = TestDatabase.of(server.url(), Optional.empty(), Optional.empty());
      JdbcBackend backend = database.ready();
      try (Cairn cairn = Counting.open(backend)) {
        Store store = cairn.store(Counting.scope("t"));
        var unused = store.createReference(Counting.REFERENCE);
        for (int round = 0; round < ROUNDS; round++) {
          commits.runThrough(
              store, "round " + round, 20 + random.nextInt(200), () -> killAndRestart(server));
          AcknowledgedCommits.awaitHealth(backend);
          commits.check(database);
          commits.commit(store, "after " + round);
        }
      }
      commits.check(database);
    }
  }

  private static void killAndRestart(KillableServer server) {
    server.kill();
    server.restart();
  }
}
