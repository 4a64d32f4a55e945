package dev.cairn.simulation.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.cairn.testkit.contract.SchemaContract;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Proves the contract of schemas; the variant that is sound fails nowhere. */
class SchemaProofTest {
  @ParameterizedTest
  @EnumSource
  void suiteCatches(SchemaVariant variant) {
    assertEquals(
        new TreeSet<>(variant.caughtBy()),
        SuiteRun.failedTests(
            SuiteRun.run(List.of(selectClass(BrokenSchemaContract.class)), variant.name())));
  }

  @Test
  void everyTestOfTheSuiteCatchesSomething() {
    Set<String> catching = new TreeSet<>();
    for (SchemaVariant variant : SchemaVariant.values()) {
      catching.addAll(variant.caughtBy());
    }
    assertEquals(SuiteRun.testsOf(SchemaContract.class), catching);
  }
}
