package dev.cairn.backend.mongodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;

/** Stores on this backend. */
class MongoDbEngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return MongoDbServer.of(run).settings().ready();
  }
}
