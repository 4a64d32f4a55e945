package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Scope;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.process.ChildProcess;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProcessesTest {
  @RegisterExtension final TestRun run = new TestRun();

  @Test
  void twoProcessesThatCommitToOneReferenceCountExactly() {
    int commits = 5 * Scale.ofRun();
    Scope scope = Counting.scope("t-" + UUID.randomUUID());
    TestSettings settings = TestSettings.of(run, "processes-");
    try (Cairn cairn = Counting.engine(settings.create())) {
      Store store = cairn.store(scope);
      store.createReference(Counting.MAIN);
      try (ChildProcess one = start(scope, "one", commits);
          ChildProcess two = start(scope, "two", commits)) {
        assertEquals("ready", one.readLine());
        assertEquals("ready", two.readLine());
        one.say("go");
        two.say("go");
        String done = "done " + CountingProgram.THREADS * commits;
        assertEquals(done, one.readLine());
        assertEquals(done, two.readLine());
        assertEquals(0, one.await());
        assertEquals(0, two.await());
      }
      int all = 2 * CountingProgram.THREADS * commits;
      Snapshot state = store.current(Counting.MAIN);
      assertEquals(all, Counting.counter(state));
      assertEquals(all, Counting.names(state));
    }
  }

  private ChildProcess start(Scope scope, String name, int commits) {
    return new ChildProcess(
        CountingProgram.class,
        DynamoServer.of(run).address(),
        "processes-",
        scope.tenantId(),
        name,
        Integer.toString(commits));
  }
}
