package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Holds the direction of dependencies among the main classes of all modules but the benchmarks, for
 * which {@link PomDependenciesTest} holds it.
 */
class ModuleDependenciesTest {
  private static final String ROOT = "dev.cairn";
  private static final String OFFENDING = "dev.cairn.rules.offending";

  /** Each rule with the offender that shows that it can fail. */
  private static final Map<String, Function<Layers, ArchRule>> RULES =
      Map.ofEntries(
          Map.entry("api.SeesCore", Layers::apiSeesNothingElse),
          Map.entry("api.SeesSpi", Layers::apiDoesNotSeeSpi),
          Map.entry("snowflake.SeesApi", Layers::snowflakeSeesNothingElse),
          Map.entry("core.SeesBackend", Layers::coreSeesApiAndSnowflake),
          Map.entry("backend.one.SeesCore", Layers::backendsSeeOnlyApi),
          Map.entry("backend.two.SeesOtherBackend", Layers::backendsDoNotSeeEachOther),
          Map.entry("iceberg.SeesEngine", Layers::icebergSeesOnlyApi),
          Map.entry("iceberg.SeesServer", Layers::icebergSeesOnlyApi),
          Map.entry("iceberg.server.SeesTestkit", Layers::serverSeesCatalogAndEngine),
          Map.entry("testkit.SeesTool", Layers::testkitSeesEngineAndApi),
          Map.entry("testkit.SeesSimulation", Layers::testkitSeesEngineAndApi),
          Map.entry("simulation.SeesTool", Layers::simulationSeesTheTestkitAndBelow),
          Map.entry("testkit.SeesBackend", Layers::onlyToolsSeeBackends),
          Map.entry("backend.one.SeesHelpers", Layers::helpersOfTheApiAreForTheProjectsOwnModules),
          Map.entry("server.SeesInternals", Layers::internalsAreForTheProjectsOwnTools));

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);
  private static final JavaClasses OFFENDERS = new ClassFileImporter().importPackages(OFFENDING);

  @TestFactory
  Stream<DynamicTest> mainClassesKeepEveryRule() {
    Layers layers = new Layers(ROOT);
    return RULES.values().stream()
        .map(rule -> rule.apply(layers))
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(MAIN)));
  }

  @TestFactory
  Stream<DynamicTest> everyRuleFailsOnItsOffender() {
    Layers layers = new Layers(OFFENDING);
    return RULES.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> {
                      ArchRule rule = entry.getValue().apply(layers);
                      AssertionError broken =
                          assertThrows(AssertionError.class, () -> rule.check(OFFENDERS));
                      assertTrue(
                          broken.getMessage().contains(OFFENDING + "." + entry.getKey()),
                          broken::getMessage);
                    }));
  }

  @Test
  void everyMainPackageSaysWhatLivesInIt() {
    assertEquals(Set.of(), new Layers(ROOT).packagesWithoutInfo(MAIN));
    assertTrue(
        new Layers(OFFENDING).packagesWithoutInfo(OFFENDERS).contains(OFFENDING + ".api.spi"));
  }

  @Test
  void rulesSeeTheClassesOfEveryModule() {
    Map<String, String> packages =
        Map.of(
            "persistence-api", "api",
            "persistence-core", "core",
            "snowflake-ids", "snowflake",
            "backend-inmemory", "backend.inmemory",
            "backend-jdbc", "backend.jdbc",
            "iceberg-catalog", "iceberg.catalog",
            "iceberg-server", "iceberg.server",
            "testkit", "testkit",
            "simulation", "simulation",
            "cli", "cli");
    packages.forEach(
        (module, name) -> {
          if (Files.isDirectory(Path.of("..", module, "src", "main", "java"))) {
            assertTrue(
                MAIN.containPackage(ROOT + "." + name), () -> "no class of " + module + " is seen");
          }
        });
    assertTrue(MAIN.containPackage(ROOT + ".api.spi"));
    assertTrue(MAIN.containPackage(ROOT + ".iceberg.client"));
    assertFalse(MAIN.containPackage(OFFENDING), "test classes are taken for main classes");
  }
}
