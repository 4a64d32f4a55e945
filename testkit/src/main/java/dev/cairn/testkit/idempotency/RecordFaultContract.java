package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.workload.ChaosTally;
import dev.cairn.testkit.workload.RecordThreadScenario;
import org.junit.jupiter.api.Test;

/** Many owners at once behind a bad network, in real time. */
public interface RecordFaultContract extends IdempotencyPart {
  @Test
  default void answersAboutRecordsHaveASequentialExplanationUnderFaults() {
    ChaosTally tally = new ChaosTally();
    for (int round = 0; round < scale(); round++) {
      RecordThreadScenario.run(seed().value() + round, backend(), tally);
    }
    assertTrue(tally.operations() > 0, "no call got an answer, so nothing was tested");
  }
}
