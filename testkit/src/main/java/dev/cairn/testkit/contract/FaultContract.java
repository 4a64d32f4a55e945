package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Scope;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.workload.ChaosTally;
import dev.cairn.testkit.workload.Clients.Work;
import dev.cairn.testkit.workload.ImmutableWorkload;
import dev.cairn.testkit.workload.ObjectWorkload;
import dev.cairn.testkit.workload.ReferenceWorkload;
import dev.cairn.testkit.workload.ThreadScenario;
import org.junit.jupiter.api.Test;

/**
 * The same as {@link HistoryContract} behind a bad network: requests and replies get lost, come
 * late, twice or in part. What was refused or met a conflict must not happen, then or later; what
 * is unknown may, once.
 */
public interface FaultContract extends ContractPart {
  @Test
  default void whatClientsHearOfObjectsHasASequentialExplanationUnderFaults() {
    for (int round = 0; round < scale(); round++) {
      Scope scope = TestRows.scope();
      Work work = (b, random) -> new ObjectWorkload(b, scope, random);
      explained("objects under faults " + round, work, work);
    }
  }

  @Test
  default void whatClientsHearOfReferencesHasASequentialExplanationUnderFaults() {
    for (int round = 0; round < scale(); round++) {
      Scope scope = TestRows.scope();
      Work work = (b, random) -> new ReferenceWorkload(b, scope, random);
      explained("references under faults " + round, work, work);
    }
  }

  @Test
  default void whatClientsHearOfImmutableObjectsHasASequentialExplanationUnderFaults() {
    for (int round = 0; round < scale(); round++) {
      Scope scope = TestRows.scope();
      explained(
          "immutable objects under faults " + round,
          (b, random) -> new ImmutableWorkload(b, scope, false, random),
          (b, random) -> new ImmutableWorkload(b, scope, true, random));
    }
  }

  private void explained(String name, Work first, Work second) {
    ChaosTally tally = new ChaosTally();
    ThreadScenario.run(seed().value(), name, first, second, backend(), tally);
    assertTrue(tally.of(Fault.DELAYED) > 0, "nothing was delayed, so nothing was tested");
  }
}
