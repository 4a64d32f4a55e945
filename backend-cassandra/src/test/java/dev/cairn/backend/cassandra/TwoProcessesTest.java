package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.process.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two processes that commit to one reference concurrently. */
class TwoProcessesTest {
  private static final int COMMITS = 30;

  @RegisterExtension final TestRun run = new TestRun();

  @Test
  void everyCommitOfTwoProcessesIsThereOnce() {
    CassandraServer server = CassandraServer.of(run);
    String tenant = "t-" + UUID.randomUUID();
    try (Cairn cairn = Counting.open(server.settings().open())) {
      Store store = cairn.store(Counting.scope(tenant));
      store.createReference(Counting.REFERENCE);
      try (ChildProcess one = start(server, tenant, "one");
          ChildProcess two = start(server, tenant, "two")) {
        assertEquals("ready", one.readLine());
        assertEquals("ready", two.readLine());
        assertEquals("done", one.readLine());
        assertEquals("done", two.readLine());
        assertEquals(0, one.await());
        assertEquals(0, two.await());
      }
      Set<String> expected = new TreeSet<>();
      for (int i = 0; i < COMMITS; i++) {
        expected.add("one." + i);
        expected.add("two." + i);
      }
      assertEquals(expected, Counting.committed(store));
    }
  }

  private static ChildProcess start(CassandraServer server, String tenant, String name) {
    // Passes on the options that this process needs to connect to a given server.
    List<String> flags = new ArrayList<>(ChildProcess.BRIEF);
    for (String property : System.getProperties().stringPropertyNames()) {
      if (property.startsWith("datastax-java-driver.")) {
        flags.add("-D" + property + "=" + System.getProperty(property));
      }
    }
    return new ChildProcess(
        flags,
        CountingProcess.class.getName(),
        server.node().getHostString(),
        Integer.toString(server.node().getPort()),
        server.datacenter(),
        server.keyspace(),
        tenant,
        name,
        Integer.toString(COMMITS));
  }
}
