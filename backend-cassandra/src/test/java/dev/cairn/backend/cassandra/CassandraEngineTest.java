package dev.cairn.backend.cassandra;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;
import org.junit.jupiter.api.Order;

/** Stores on this backend. */
@Order(3)
class CassandraEngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return CassandraServer.of(run).settings().open();
  }
}
