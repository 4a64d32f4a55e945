package dev.cairn.simulation.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.cairn.testkit.contract.SharedStoreContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;

/** Proves the part of the suite that several instances on one store take. */
class SharedProofTest {
  @ParameterizedTest
  @EnumSource
  void suiteCatches(SharedVariant variant) {
    List<DiscoverySelector> tests = new ArrayList<>();
    variant.caughtBy().forEach(name -> tests.add(selectMethod(BrokenSharedContract.class, name)));
    assertEquals(
        new TreeSet<>(variant.caughtBy()),
        SuiteRun.failedTests(SuiteRun.run(tests, variant.name())),
        () -> "what has to fail with " + variant);
  }

  @Test
  void everyTestOfTheSuiteCatchesSomething() {
    Set<String> tests = SuiteRun.testsOf(SharedStoreContract.class);
    assertTrue(tests.size() > 4, () -> "tests in the suite: " + tests);
    Set<String> catching = new TreeSet<>();
    for (SharedVariant variant : SharedVariant.values()) {
      catching.addAll(variant.caughtBy());
    }
    assertEquals(tests, catching);
  }
}
