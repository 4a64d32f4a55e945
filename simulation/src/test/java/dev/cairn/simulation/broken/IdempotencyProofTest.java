package dev.cairn.simulation.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;

/** Shows that the contract of requests with keys fails with one rule of the design forgotten. */
class IdempotencyProofTest {
  @ParameterizedTest
  @EnumSource
  void suiteCatches(IdempotencyVariant variant) {
    List<DiscoverySelector> tests =
        variant.caughtBy().stream()
            .<DiscoverySelector>map(name -> selectMethod(BrokenIdempotencyContract.class, name))
            .toList();
    assertEquals(
        new TreeSet<>(variant.caughtBy()),
        SuiteRun.failedTests(SuiteRun.run(tests, variant.name())),
        () -> "what has to fail with " + variant);
  }
}
