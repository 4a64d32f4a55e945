package dev.cairn.simulation.chaos;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.lease.NodeLeases;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.NodeLeaseStore;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.workload.Scenario;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows that scenarios fail where something is broken on purpose. */
class ScenarioProofTest {
  private static final int MOST_SEEDS = 3_000;

  @RegisterExtension final Seed seed = Seed.ofRun();

  private void assertCaught(Scenario scenario, Supplier<Backend> stores, String why) {
    MutantHunt.assertCaught(scenario.name(), scenario, stores, seed.value(), MOST_SEEDS, why);
  }

  /** A swap that is applied now and then says that it met a conflict. */
  private static Backend unknownIsConflict() {
    int[] swaps = {0};
    return new ForwardingBackend(new InMemoryBackend()) {
      @Override
      public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
        CasResult<ObjectRow> result = super.swap(expected, next);
        return ++swaps[0] % 7 == 0 ? CasResult.conflict() : result;
      }
    };
  }

  /** A swap replaces whatever is there. */
  private static Backend swapIgnoresToken() {
    return new ForwardingBackend(new InMemoryBackend()) {
      @Override
      public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
        Optional<Token> present =
            fetch(List.of(next.key()), ReadMode.STRONG).get(0).flatMap(ObjectRow::token);
        return present.equals(next.token())
            ? CasResult.applied() // The same request again, as the network repeated it.
            : super.swap(present.orElse(expected), next);
      }
    };
  }

  /** A strong read is now and then one version behind. */
  private static Backend staleStrongRead() {
    Map<ObjectKey, ObjectRow> before = new HashMap<>();
    int[] reads = {0};
    return new ForwardingBackend(new InMemoryBackend()) {
      @Override
      public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
        Optional<ObjectRow> present = super.fetch(List.of(next.key()), ReadMode.STRONG).get(0);
        CasResult<ObjectRow> result = super.swap(expected, next);
        if (result instanceof CasResult.Applied) {
          before.put(next.key(), present.orElseThrow());
        }
        return result;
      }

      @Override
      public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
        ObjectRow old = keys.size() == 1 ? before.get(keys.get(0)) : null;
        return old != null && ++reads[0] % 7 == 0
            ? List.of(Optional.of(old))
            : super.fetch(keys, mode);
      }
    };
  }

  @Test
  void rowsShowThatAConflictWasApplied() {
    assertCaught(new RowScenario(), ScenarioProofTest::unknownIsConflict, "no place for");
  }

  @Test
  void rowsShowAStaleStrongRead() {
    assertCaught(new RowScenario(), ScenarioProofTest::staleStrongRead, "no place for");
  }

  @Test
  void appendsShowThatAConflictWasApplied() {
    assertCaught(new AppendScenario(), ScenarioProofTest::unknownIsConflict, "no place for");
  }

  @Test
  void appendsShowASwapThatIgnoresItsToken() {
    assertCaught(new AppendScenario(), ScenarioProofTest::swapIgnoresToken, "no place for");
  }

  @Test
  void leasesShowASwapThatIgnoresItsToken() {
    assertCaught(
        new LeaseScenario(),
        ScenarioProofTest::swapIgnoresToken,
        "came after the grant|believes to hold|acknowledged and not there");
  }

  @Test
  void tasksShowASwapThatIgnoresItsToken() {
    assertCaught(
        new TaskScenario(),
        ScenarioProofTest::swapIgnoresToken,
        "begun twice|ended twice|was given|was told of|begins what|has no run");
  }

  @Test
  void leasesShowThatClocksAreFartherApartThanBelieved() {
    assertCaught(new LeaseScenario(Duration.ZERO), InMemoryBackend::new, "believes to hold");
  }

  @Test
  void idsShowThatThePreviousUntilIsIgnored() {
    assertCaught(
        new IdScenario() {
          @Override
          NodeLeaseStore nodes(UpdateableObjects objects, Environment environment) {
            NodeLeaseStore sound = super.nodes(objects, environment);
            return new NodeLeaseStore() {
              @Override
              public Acquisition acquire(int node, LeaseHolder holder, Duration duration) {
                Acquisition acquired = sound.acquire(node, holder, duration);
                return acquired instanceof Acquisition.Granted granted
                    ? new Acquisition.Granted(new IgnoresPreviousUntil(granted.lease()))
                    : acquired;
              }
            };
          }
        },
        InMemoryBackend::new,
        "overlaps|was made by");
  }

  private record IgnoresPreviousUntil(NodeLease sound) implements NodeLease {
    @Override
    public NodeLeaseInfo info() {
      return sound.info();
    }

    @Override
    public long previousUntil() {
      return 0;
    }

    @Override
    public Renewal renew(Duration duration) {
      return sound.renew(duration);
    }

    @Override
    public Release release(long lastTimestamp) {
      return sound.release(lastTimestamp);
    }
  }

  @Test
  void idsShowThatTheLeaseRowIsDeletedOnRelease() {
    assertCaught(
        new IdScenario() {
          @Override
          NodeLeaseStore nodes(UpdateableObjects objects, Environment environment) {
            NodeLeaseStore sound = super.nodes(objects, environment);
            return new NodeLeaseStore() {
              @Override
              public Acquisition acquire(int node, LeaseHolder holder, Duration duration) {
                Acquisition acquired = sound.acquire(node, holder, duration);
                return acquired instanceof Acquisition.Granted granted
                    ? new Acquisition.Granted(
                        new DeletesItsRow(granted.lease(), objects, granted.lease().info().node()))
                    : acquired;
              }
            };
          }
        },
        InMemoryBackend::new,
        "overlaps|was made by");
  }

  private record DeletesItsRow(NodeLease sound, UpdateableObjects objects, int node)
      implements NodeLease {
    @Override
    public NodeLeaseInfo info() {
      return sound.info();
    }

    @Override
    public long previousUntil() {
      return sound.previousUntil();
    }

    @Override
    public Renewal renew(Duration duration) {
      return sound.renew(duration);
    }

    @Override
    public Release release(long lastTimestamp) {
      Release release = sound.release(lastTimestamp);
      objects.read(NodeLeases.idOf(node)).ifPresent(objects::delete);
      return release;
    }
  }
}
