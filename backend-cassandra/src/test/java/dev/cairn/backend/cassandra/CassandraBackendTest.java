package dev.cairn.backend.cassandra;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendContract;
import org.junit.jupiter.api.Order;

/** The contract, and the fault suite with it, on a real server. */
@Order(2)
class CassandraBackendTest extends BackendContract {
  @Override
  public Backend open(TestRun run) {
    return CassandraServer.of(run).settings().open();
  }
}
