package dev.cairn.testkit.contract;

import dev.cairn.api.Scope;
import dev.cairn.testkit.workload.Clients;
import dev.cairn.testkit.workload.Clients.Work;
import dev.cairn.testkit.workload.ImmutableWorkload;
import dev.cairn.testkit.workload.ObjectWorkload;
import dev.cairn.testkit.workload.ReferenceWorkload;
import org.junit.jupiter.api.Test;

/**
 * Many clients at once, and everything they did and heard must have a sequential explanation, row
 * by row. What has none becomes a page, see {@link dev.cairn.testkit.history}.
 */
public interface HistoryContract extends ContractPart {
  @Test
  default void whatClientsHearOfObjectsHasASequentialExplanation() {
    for (int round = 0; round < scale(); round++) {
      Scope scope = TestRows.scope();
      explained("objects " + round, (b, random) -> new ObjectWorkload(b, scope, random));
    }
  }

  @Test
  default void whatClientsHearOfReferencesHasASequentialExplanation() {
    for (int round = 0; round < scale(); round++) {
      Scope scope = TestRows.scope();
      explained("references " + round, (b, random) -> new ReferenceWorkload(b, scope, random));
    }
  }

  @Test
  default void whatClientsHearOfImmutableObjectsHasASequentialExplanation() {
    for (int round = 0; round < scale(); round++) {
      Scope scope = TestRows.scope();
      explained(
          "immutable objects " + round,
          (b, random) -> new ImmutableWorkload(b, scope, false, random),
          (b, random) -> new ImmutableWorkload(b, scope, true, random));
    }
  }

  private void explained(String name, Work... phases) {
    Clients clients = new Clients(backend(), seed());
    for (Work phase : phases) {
      clients.run(phase, name);
    }
    clients.check(phases[0], name);
  }
}
