package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.maintenance.CollectionSettings;
import dev.cairn.testkit.Seed;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows that the scenario of collections fails for collectors and commits with one rule broken. */
class CollectionMutantsTest {
  private static final int MOST_SEEDS = 12_000;

  // Whichever comes first: what was swept is missed by a reader, a commit, or the next collection.
  private static final String LOST =
      "is incomplete|is missing|there is no object|is damaged|expired too early|is lost|by its token";

  @RegisterExtension final Seed seed = Seed.ofRun();

  private void assertCaught(String mutant, CollectionScenario scenario) {
    MutantHunt.assertCaught(mutant, scenario, InMemoryBackend::new, seed.value(), MOST_SEEDS, LOST);
  }

  private void assertConnectionCaught(
      String mutant, int processes, int readers, UnaryOperator<Backend> worse) {
    assertCaught(
        mutant,
        new CollectionScenario() {
          @Override
          int processes() {
            return processes;
          }

          @Override
          int readers() {
            return readers;
          }

          @Override
          Backend connection(Backend reached) {
            return worse.apply(reached);
          }
        });
  }

  @Test
  void theCollectorAsItIsHolds() {
    Chaos chaos = new Chaos(InMemoryBackend::new, List.of(new CollectionScenario()));
    chaos.run(seed.value(), 400);
  }

  // A process prepares a commit and stands still; its objects are swept; it goes on and swaps.
  @Test
  void withoutAFenceACommitThatStoodStillBringsWhatIsSwept() {
    assertConnectionCaught("no fence", 4, 0, MutantCollectors::withoutFence);
  }

  // What a commit has just written is swept before its swap.
  @Test
  void aCutoffFromNowSweepsWhatIsBeingCommitted() {
    assertCaught(
        "cutoff from now",
        new CollectionScenario() {
          @Override
          CollectionSettings collection() {
            return new CollectionSettings(Duration.ZERO, RETENTION, false, 0, 1 << 20, 1);
          }
        });
  }

  // A state that was current for long is replaced, and gone before its readers can be done.
  @Test
  void retentionFromCreationTakesStatesTooEarly() {
    assertConnectionCaught(
        "retention from creation", 0, 2, MutantCollectors::retainingFromCreation);
  }

  @Test
  void withoutTombstonesDeletedStatesGoTooEarly() {
    assertConnectionCaught("tombstones not marked", 0, 2, MutantCollectors::withoutTombstones);
  }

  @Test
  void leasesThatPassForObjectsAreSwept() {
    assertConnectionCaught("leases swept", 1, 0, MutantCollectors::sweepingLeases);
  }

  // It was unreachable when the collection marked, and is linked before the sweep gets there.
  @Test
  void anOldObjectThatIsLinkedAgainIsSwept() {
    assertCaught(
        "old object linked again",
        new CollectionScenario() {
          @Override
          Duration young() {
            return Duration.ofDays(1);
          }
        });
  }

  // Sound by itself only as long as the grace; a commit that is slow after the check is too late.
  @Test
  void reuseUpToTheWholeGraceAndMoreIsSwept() {
    assertCaught(
        "reuse past half the grace",
        new CollectionScenario() {
          @Override
          Duration young() {
            return GRACE.plus(GRACE.dividedBy(2));
          }
        });
  }
}
