package dev.cairn.backend.jdbc;

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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes, each with an engine of its own, that commit to one reference at once. */
class SeveralProcessesTest {
  private static final int COMMITS = 40 * Scale.ofRun();
  private static final List<String> NAMES = List.of("one", "two", "three");

  @RegisterExtension final TestRun run = new TestRun();

  @ParameterizedTest
  @ValueSource(strings = {"PostgreSQL", "MariaDB"})
  void everyCommitOfEveryProcessIsAppliedOnce(String kind) {
    TestServers server =
        kind.equals("MariaDB") ? TestServers.mariaDb(run) : TestServers.postgreSql(run);
    TestDatabase database = server.fresh();
    database.ready().close();
    String url = database.settings().url();
    try (Cairn cairn = CountingProcess.open(url)) {
      Store store = cairn.store(CountingProcess.SCOPE);
      var unused = store.createReference(CountingProcess.REFERENCE);
      try (ChildProcess one = start("one");
          ChildProcess two = start("two");
          ChildProcess three = start("three")) {
        List<ChildProcess> processes = List.of(one, two, three);
        processes.forEach(process -> assertEquals("ready", process.ask(url)));
        processes.forEach(process -> process.say("go"));
        processes.forEach(process -> assertEquals("done", process.readLine()));
      }
      assertEquals(NAMES.size() * COMMITS, count(store, CountingProcess.ALL));
      for (String name : NAMES) {
        assertEquals(COMMITS, count(store, Key.of(name)), name);
        assertEquals(COMMITS, logged(store, name), name);
      }
    }
  }

  private static ChildProcess start(String name) {
    return new ChildProcess(CountingProcess.class, name, Integer.toString(COMMITS));
  }

  private static int count(Store store, Bytes key) {
    IndexView<Bytes> counts =
        store
            .current(CountingProcess.REFERENCE)
            .index(CountingProcess.COUNTS, ValueSerializer.bytes());
    return counts.get(key).map(CountingProcess::toNumber).orElse(0);
  }

  private static long logged(Store store, String name) {
    List<LogEntry> entries = store.log(CountingProcess.REFERENCE, 4 * COMMITS).entries();
    return entries.stream().filter(entry -> entry.message().equals(name)).count();
  }
}
