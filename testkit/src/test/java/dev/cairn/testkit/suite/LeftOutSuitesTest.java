package dev.cairn.testkit.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** A suite that a backend leaves out is in the report, with what would enable it. */
class LeftOutSuitesTest {
  /** Not run by the build. */
  static class Plain extends BackendSuites {
    @Override
    public Backend open(TestRun run) {
      return new InMemoryBackend();
    }
  }

  /** Not run by the build. */
  static class Emptying extends Plain implements EmptyStoreSource {
    @Override
    public Backend openEmpty(TestRun run) {
      return new InMemoryBackend();
    }
  }

  private static final class Skipped implements TestExecutionListener {
    private final Map<String, String> reasons = new TreeMap<>();

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      reasons.put(test.getDisplayName(), reason);
    }
  }

  private static final List<Class<?>> OPTIONAL =
      List.of(
          BackendSuites.SharedStore.class,
          BackendSuites.Network.class,
          BackendSuites.Schema.class,
          BackendSuites.ChasedTransfers.class);

  private static Map<String, String> skipped(
      Class<? extends BackendSuites> backend, SummaryGeneratingListener summary) {
    LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
    for (Class<?> suite : OPTIONAL) {
      request.selectors(DiscoverySelectors.selectNestedClass(List.of(backend), suite));
    }
    Skipped skipped = new Skipped();
    LauncherFactory.create().execute(request.build(), skipped, summary);
    return skipped.reasons;
  }

  @Test
  void suitesWhoseInterfaceIsMissingAreSkippedByName() {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    Map<String, String> skipped = skipped(Plain.class, summary);
    assertEquals(0, summary.getSummary().getTestsStartedCount());
    assertEquals(
        List.of("ChasedTransfers", "Network", "Schema", "SharedStore"),
        new ArrayList<>(skipped.keySet()));
    assertEquals(
        "suite Network is left out: Plain does not implement NetworkSource",
        skipped.get("Network"));
  }

  @Test
  void suitesWhoseInterfaceIsThereRun() {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    Map<String, String> skipped = skipped(Emptying.class, summary);
    assertEquals(List.of("Network", "Schema", "SharedStore"), new ArrayList<>(skipped.keySet()));
    assertTrue(summary.getSummary().getTestsSucceededCount() > 0);
    assertEquals(0, summary.getSummary().getTestsFailedCount());
  }
}
