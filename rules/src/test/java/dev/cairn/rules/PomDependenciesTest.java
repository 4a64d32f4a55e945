package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The direction of dependencies as the POMs declare it, for modules without classes too. */
class PomDependenciesTest {
  private static final Set<String> BELOW_BACKENDS = Set.of("persistence-api");
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "persistence-api", Set.of(),
          "snowflake-ids", Set.of(),
          "persistence-core", Set.of("persistence-api", "snowflake-ids"),
          "iceberg-client", Set.of(),
          "iceberg-catalog", Set.of("persistence-api"),
          "iceberg-server", Set.of("persistence-api", "persistence-core", "iceberg-catalog"),
          "testkit", Set.of("persistence-api", "persistence-core", "snowflake-ids"),
          "simulation", Set.of("persistence-api", "persistence-core", "snowflake-ids", "testkit"));
  private static final Set<String> TOOLS = Set.of("cli", "benchmarks", "distribution", "bom");

  @Test
  void mainCodeOfEveryModuleDependsOnlyOnWhatTheDesignAllows() throws IOException {
    Map<String, Set<String>> wrong = new TreeMap<>();
    Set<String> modules = texts(parse(Path.of("..", "pom.xml")), "module");
    for (String module : modules) {
      Set<String> declared = mainDependencies(Path.of("..", module, "pom.xml"));
      declared.removeAll(allowed(module, modules));
      if (!declared.isEmpty()) {
        wrong.put(module, declared);
      }
    }
    assertEquals(Map.of(), wrong, "dependencies that the layout does not allow");
    assertTrue(modules.contains("persistence-api") && modules.contains("testkit"));
  }

  @Test
  void dependenciesOfMainCodeAreNotTakenForThoseOfTests() throws IOException {
    assertTrue(mainDependencies(Path.of("..", "testkit", "pom.xml")).contains("persistence-api"));
    assertTrue(!mainDependencies(Path.of("..", "testkit", "pom.xml")).contains("backend-inmemory"));
  }

  /**
   * Backends with tests of their own are built after the testkit, which sees none of their classes.
   */
  @Test
  void backendsDependOnTheApiAndSayWhatLivesInTheirPackages() throws IOException {
    Set<String> backends = Modules.backends();
    assertTrue(
        backends.containsAll(Set.of("backend-inmemory", "backend-rocksdb", "backend-cassandra")),
        () -> "" + backends);
    for (String backend : backends) {
      assertEquals(BELOW_BACKENDS, mainDependencies(Path.of("..", backend, "pom.xml")), backend);
      try (Stream<Path> files = Files.walk(Path.of("..", backend, "src", "main", "java"))) {
        Set<Path> packages =
            files
                .filter(file -> file.toString().endsWith(".java"))
                .map(Path::getParent)
                .collect(Collectors.toCollection(TreeSet::new));
        for (Path each : packages) {
          Path info = each.resolve("package-info.java");
          assertTrue(
              Files.exists(info) && Files.readString(info).contains("@NullMarked"),
              () -> info + " is missing or not @NullMarked");
        }
      }
    }
  }

  private static Set<String> allowed(String module, Set<String> modules) {
    if (TOOLS.contains(module)) {
      return modules;
    }
    return ALLOWED.getOrDefault(module, module.startsWith("backend-") ? BELOW_BACKENDS : Set.of());
  }

  private static Set<String> mainDependencies(Path pom) throws IOException {
    Set<String> artifacts = new TreeSet<>();
    NodeList dependencies = parse(pom).getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element dependency = (Element) dependencies.item(i);
      if (texts(dependency, "groupId").contains("dev.cairn")
          && !texts(dependency, "scope").contains("test")) {
        artifacts.addAll(texts(dependency, "artifactId"));
      }
    }
    return artifacts;
  }

  private static Set<String> texts(Element parent, String tag) {
    Set<String> texts = new TreeSet<>();
    NodeList nodes = parent.getElementsByTagName(tag);
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent().strip());
    }
    return texts;
  }

  private static Element parse(Path pom) throws IOException {
    try (var in = Files.newInputStream(pom)) {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
      return document.getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new AssertionError(pom + " cannot be read", e);
    }
  }
}
