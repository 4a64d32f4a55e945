package dev.cairn.simulation.chaos;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.simulation.broken.BrokenIdempotency;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.workload.RecordThreadScenario;
import dev.cairn.testkit.workload.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows that histories of records have no explanation if a rule is broken. */
class RecordMutantsTest {
  private static final int MOST_SEEDS = 3_000;

  @RegisterExtension final Seed seed = Seed.ofRun();

  private void assertCaught(String mutant, UnaryOperator<Backend> connection) {
    assertCaught(
        mutant,
        InMemoryBackend::new,
        new RecordScenario() {
          @Override
          Backend connection(Backend reached) {
            return connection.apply(reached);
          }
        });
  }

  private void assertCaught(String mutant, Supplier<Backend> stores, Scenario scenario) {
    MutantHunt.assertCaught(
        mutant, scenario, stores, seed.value(), MOST_SEEDS, "there is no place for");
  }

  /** A delete removes the record regardless of its token. */
  private static Backend deletesWithoutToken(Backend sound) {
    return new ForwardingBackend(sound) {
      @Override
      public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
        Optional<Token> there =
            fetch(List.of(key), ReadMode.STRONG).get(0).flatMap(ObjectRow::token);
        return super.deleteIf(key, there.orElse(expected));
      }
    };
  }

  @Test
  void finishingWithoutTheToken() {
    assertCaught("finishes without the token", BrokenIdempotency::finalizesWithoutToken);
  }

  @Test
  void releasingWithoutTheToken() {
    assertCaught("releases without the token", RecordMutantsTest::deletesWithoutToken);
  }

  @Test
  void finishingWithoutTheTokenOnThreads() {
    assertCaught(
        "finishes without the token",
        () -> BrokenIdempotency.finalizesWithoutToken(new InMemoryBackend()),
        new RecordThreadScenario() {
          @Override
          public int oneSeedOf() {
            return 1;
          }
        });
  }
}
