package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every backend runs every suite, whole, as the sources of its tests say. */
class BackendSuitesTest {
  private static final Suites SUITES =
      Suites.of(
          new ClassFileImporter()
              .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
              .importPackages("dev.cairn.testkit"));

  // Of backends that reach their database over TCP and whose schema an operator creates. Leaving
  // one out is a decision that is written down here.
  private static final Set<String> OF_SERVERS = Set.of("NetworkContract", "SchemaContract");
  private static final Set<String> SERVERS =
      Set.of("backend-cassandra", "backend-dynamodb", "backend-jdbc", "backend-mongodb");

  @Test
  void suitesAreThoseThatTheTestkitHas() {
    assertTrue(
        SUITES
            .names()
            .containsAll(Set.of("BackendContract", "EngineContract", "SharedStoreContract")),
        () -> "" + SUITES.names());
    // Parts that run as parts of these are none by themselves.
    assertTrue(!SUITES.names().contains("ObjectContract"), () -> "" + SUITES.names());
    assertTrue(SUITES.tests().contains("swapReplacesTheHint"), () -> "" + SUITES.tests());
  }

  @Test
  void everyBackendRunsEverySuite() throws IOException {
    Map<String, Set<String>> expected = new TreeMap<>();
    Map<String, Set<String>> found = new TreeMap<>();
    for (String module : Modules.backends()) {
      Set<String> suites = new TreeSet<>(SUITES.names());
      if (!SERVERS.contains(module)) {
        suites.removeAll(OF_SERVERS);
      }
      expected.put(module, suites);
      found.put(module, runBy(module));
    }
    assertTrue(found.size() >= 3, () -> "only " + found.keySet());
    assertEquals(expected, found);
  }

  @Test
  void everyBackendIsInTheTableOfTheReadme() throws IOException {
    String readme = Files.readString(Path.of("..", "README.md"));
    for (String module : Modules.backends()) {
      String row = "| `" + module.substring("backend-".length()) + "` |";
      List<String> rows = readme.lines().filter(line -> line.startsWith(row)).toList();
      assertEquals(1, rows.size(), row);
      assertTrue(!rows.get(0).contains("not yet"), rows.get(0));
    }
  }

  private static Set<String> runBy(String module) {
    Set<String> suites = new TreeSet<>();
    for (Path tests : List.of(Path.of("src"), Path.of("tests", "src"))) {
      for (String source :
          sources(Path.of("..", module).resolve(tests).resolve(Path.of("test", "java")))) {
        suites.addAll(SUITES.runBy(source));
      }
    }
    return suites;
  }

  private static List<String> sources(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(BackendSuitesTest::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theClassThatRunsAllSuitesLacksNone() {
    assertEquals(
        SUITES.names(),
        SUITES.runBy(
            "class MyTest extends BackendSuites implements SharedStoreSource, NetworkSource, SchemaSource {"));
    assertEquals(
        Set.of("BackendContract", "EngineContract", "IdempotencyContract"),
        SUITES.runBy("class MyTest extends BackendSuites {"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class My extends BackendContract {",
        "class My extends BackendSuites {",
        "class MyTest implements NetworkSource {",
        "class MyTest extends MyBackendContract {",
        "abstract class MyTests extends BackendContract {",
        "class MyTest implements ObjectContract {",
        "class MyTest {"
      })
  void whatDoesNotRunASuiteIsNotTakenForIt(String source) {
    assertEquals(Set.of(), SUITES.runBy(source));
  }

  @Test
  void whatRunsASuiteIsFound() {
    assertEquals(
        Set.of("BackendContract"), SUITES.runBy("class MyTest extends BackendContract {\n}"));
    assertEquals(
        Set.of("SharedStoreContract"),
        SUITES.runBy("class MyTest\n    implements SharedStoreContract, Other {"));
    assertEquals(
        Set.of("BackendContract", "SharedStoreContract"),
        SUITES.runBy("class MyTest extends BackendContract implements SharedStoreContract {"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@Disabled class MyTest extends BackendContract {}",
        "class MyTest extends BackendContract { { assumeTrue(false); } }",
        "class MyTest extends BackendContract { public void swapReplacesTheHint() {} }"
      })
  void suiteThatIsCutShortIsNoticed(String source) {
    assertThrows(AssertionError.class, () -> SUITES.runBy(source));
  }
}
