package dev.cairn.backend.dynamodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;

/** Stores on this backend. */
class DynamoDbEngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return TestSettings.of(run, "engine-").with("scan-segments", "1").create();
  }
}
