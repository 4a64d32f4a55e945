package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.iceberg.file.LocalFileIO;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.rest.RESTCompatibilityKitCatalogTests;
import org.apache.iceberg.rest.RESTCompatibilityKitViewCatalogTests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Iceberg's compatibility kit for REST servers, unmodified. Its classes start a client before any
 * code of a subclass runs, so they are run from here, where the server is started.
 */
class CompatibilityKitTest {
  /** The number of tests of the kit. */
  private static final int TESTS = 157;

  /** What does not pass, each with the reason; {@code docs/server.md} has the same list. */
  private static final Map<String, String> EXPECTED =
      Map.ofEntries(
          Map.entry("createAndDropEmptyNamespace()", "there is no empty namespace"),
          Map.entry("listNamespacesWithEmptyNamespace()", "there is no empty namespace"),
          Map.entry("listTablesInEmptyNamespace()", "there is no empty namespace"),
          Map.entry("listViewsInEmptyNamespace()", "there is no empty namespace"),
          Map.entry("namespacePropertiesOnEmptyNamespace()", "there is no empty namespace"),
          Map.entry("testListNestedNamespaces()", "the kit turns it off, see below"),
          Map.entry("testDropNamespaceWithNestedNamespace()", "the kit turns it off, see below"),
          Map.entry("testNamespaceWithSlash()", "the kit turns it off, see below"),
          Map.entry("testTableNameWithSlash()", "the kit turns it off, see below"),
          // HttpTableContractTest runs those that the kit turns off.
          Map.entry("createTableInUniqueLocation()", "the kit turns it off, see above"),
          Map.entry("testLoadTableWithMissingMetadataFile(Path)", "a load needs no file"));

  /** Collects what did not pass. */
  private static final class Results implements TestExecutionListener {
    final Map<String, String> notPassed = new TreeMap<>();
    final List<String> failures = new ArrayList<>();
    int tests;

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      tests += test.isTest() ? 1 : 0;
      if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
        String reason = result.getThrowable().map(Throwable::toString).orElse("");
        notPassed.put(test.getDisplayName(), reason);
        if (!EXPECTED.containsKey(test.getDisplayName())) {
          failures.add(test.getDisplayName() + ": " + reason);
        }
      }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      tests += test.isTest() ? 1 : 0;
      notPassed.put(test.getDisplayName(), reason);
      if (!EXPECTED.containsKey(test.getDisplayName())) {
        failures.add(test.getDisplayName() + " is skipped: " + reason);
      }
    }
  }

  @Test
  void theKitPassesExceptForWhatIsListed(@TempDir Path directory) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Results results = new Results();
    // The kit drops tables and creates others in their place; a dropped table keeps its place.
    Map<String, String> warehouse = Map.of("unique-locations", "false");
    try (ServerFixture fixture = new ServerFixture(directory, temporary, Map.of(), warehouse)) {
      run(properties(fixture, temporary), results);
    }
    assertEquals(List.of(), results.failures);
    assertEquals(new TreeMap<>(EXPECTED).keySet(), results.notPassed.keySet());
    assertTrue(results.tests >= TESTS, () -> "only " + results.tests + " tests ran");
  }

  // The kit reads system properties; all of them become properties of its client.
  private static Map<String, String> properties(ServerFixture fixture, Path root) {
    return Map.of(
        "rck.local",
        "false",
        "rck.requires-namespace-create",
        "true",
        "rck.supports-names-with-dot",
        "true",
        "uri",
        fixture.uri(),
        "warehouse",
        ServerFixture.WAREHOUSE,
        "io-impl",
        LocalFileIO.class.getName(),
        LocalFileIO.ROOT,
        "file:" + root);
  }

  private static void run(Map<String, String> properties, Results results) {
    properties.forEach(System::setProperty);
    try {
      LauncherDiscoveryRequest kit =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(
                  DiscoverySelectors.selectClass(RESTCompatibilityKitCatalogTests.class),
                  DiscoverySelectors.selectClass(RESTCompatibilityKitViewCatalogTests.class))
              .build();
      LauncherFactory.create().execute(kit, results);
    } finally {
      properties.keySet().forEach(System::clearProperty);
    }
  }
}
