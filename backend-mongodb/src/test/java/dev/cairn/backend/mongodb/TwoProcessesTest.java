package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.process.ChildProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two processes, each with its own engine, that commit to one reference concurrently. */
class TwoProcessesTest {
  private static final int COMMITS = 50 * Scale.ofRun();

  @RegisterExtension final TestRun run = new TestRun();

  @Test
  void everyCommitOfEitherProcessIsAppliedOnce() {
    MongoDbServer server = MongoDbServer.of(run);
    String database = server.settings().settings().database();
    server.settings().ready().close();
    try (Cairn cairn = CountingProcess.open(server.uri(), database)) {
      Store store = cairn.store(CountingProcess.SCOPE);
      var unused = store.createReference(CountingProcess.REFERENCE);
      try (ChildProcess one = start(database, "one");
          ChildProcess two = start(database, "two")) {
        assertEquals("ready", one.ask(server.uri()));
        assertEquals("ready", two.ask(server.uri()));
        one.say("go");
        assertEquals("done", two.ask("go"));
        assertEquals("done", one.readLine());
      }
      assertEquals(2 * COMMITS, count(store, CountingProcess.ALL));
      for (String name : List.of("one", "two")) {
        assertEquals(COMMITS, count(store, Key.of(name)), name);
        assertEquals(COMMITS, logged(store, name), name);
      }
    }
  }

  private static ChildProcess start(String database, String name) {
    return new ChildProcess(CountingProcess.class, database, name, Integer.toString(COMMITS));
  }

  private static int count(Store store, Bytes key) {
    IndexView<Bytes> counts =
        store
            .current(CountingProcess.REFERENCE)
            .index(CountingProcess.COUNTS, ValueSerializer.bytes());
    return counts.get(key).map(CountingProcess::toNumber).orElse(0);
  }

  private static long logged(Store store, String name) {
    List<LogEntry> entries = store.log(CountingProcess.REFERENCE, 3 * COMMITS).entries();
    return entries.stream().filter(entry -> entry.message().equals(name)).count();
  }
}
