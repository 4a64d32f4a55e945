package dev.cairn.testkit.contract;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Guarantee;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.TimeLimit;
import org.junit.jupiter.api.extension.ExtendWith;

/** What every part of the contract starts from. {@link BackendContract} puts the parts together. */
@ExtendWith({TimeLimit.class, Guarantee.class})
public interface ContractPart extends BackendSource {
  /** The run this test belongs to. */
  TestRun run();

  /** The seed of this test's random choices. */
  Seed seed();

  /** The backend under test, opened once a run. */
  default Backend backend() {
    return run().once(getClass(), Backend.class, () -> open(run()));
  }
}
