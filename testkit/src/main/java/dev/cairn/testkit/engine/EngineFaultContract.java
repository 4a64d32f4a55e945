package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.workload.ChaosTally;
import dev.cairn.testkit.workload.EngineThreadScenario;
import org.junit.jupiter.api.Test;

/**
 * Many processes behind a bad network: what is acknowledged is there once, what was reported not
 * applied never is, accounts add up in every state, the log has no gaps, and what callers were told
 * has a sequential explanation.
 */
public interface EngineFaultContract extends ContractPart {
  @Test
  default void whatCallersHearOfCommitsHasASequentialExplanationUnderFaults() {
    ChaosTally tally = new ChaosTally();
    for (int round = 0; round < scale(); round++) {
      EngineThreadScenario.run(seed().value() + round, backend(), tally);
    }
    assertTrue(tally.of(Fault.DELAYED) > 0, "nothing was delayed, so nothing was tested");
  }
}
