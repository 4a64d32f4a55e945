package dev.cairn.simulation.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.cairn.testkit.TimeLimit;
import dev.cairn.testkit.contract.NetworkContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;

/** Proves the contract of the network; the variant that is sound fails nowhere. */
class NetworkProofTest {
  @ParameterizedTest
  @EnumSource
  void suiteCatches(NetworkVariant variant) {
    List<DiscoverySelector> tests = new ArrayList<>();
    Set<String> selected =
        variant == NetworkVariant.UNKNOWN
            ? SuiteRun.testsOf(NetworkContract.class)
            : variant.caughtBy();
    selected.forEach(name -> tests.add(selectMethod(BrokenNetworkContract.class, name)));
    // The one that never connects again would be waited for.
    String seconds = variant == NetworkVariant.STAYS_BROKEN ? "3" : "60";
    assertEquals(
        new TreeSet<>(variant.caughtBy()),
        SuiteRun.failedTests(
            SuiteRun.run(
                tests, Map.of(SuiteRun.PARAMETER, variant.name(), TimeLimit.PROPERTY, seconds))));
  }

  @Test
  void everyTestOfTheSuiteCatchesSomething() {
    Set<String> tests = SuiteRun.testsOf(NetworkContract.class);
    assertTrue(tests.size() > 5, () -> "tests in the suite: " + tests);
    Set<String> catching = new TreeSet<>();
    for (NetworkVariant variant : NetworkVariant.values()) {
      catching.addAll(variant.caughtBy());
    }
    assertEquals(tests, catching);
  }
}
