package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The clock of the primary. */
class TimeTest {
  @RegisterExtension final TestRun run = new TestRun();

  // The stand-in is a server that knows only the older name of the command.
  @Test
  void theServerTellsItsTime() {
    try (Backend backend = MongoDbServer.of(run).settings().ready()) {
      assertTrue(backend.time().isPresent());
    }
  }

  @Test
  void aServerThatTellsNoTimeHasNone() {
    try (ScriptedMongoDb server = new ScriptedMongoDb();
        Backend backend = TestSettings.of(server.uri(), "cairn").open()) {
      assertEquals(Optional.empty(), backend.time());
    }
  }
}
