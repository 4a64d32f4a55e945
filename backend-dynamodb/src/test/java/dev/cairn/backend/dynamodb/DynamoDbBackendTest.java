package dev.cairn.backend.dynamodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendContract;
import dev.cairn.testkit.contract.SharedStoreContract;

/** The contract, on tables that all backends of the test share. */
class DynamoDbBackendTest extends BackendContract implements SharedStoreContract {
  @Override
  public Backend open(TestRun run) {
    return TestSettings.of(run, "contract-").with("scan-segments", "2").create();
  }
}
