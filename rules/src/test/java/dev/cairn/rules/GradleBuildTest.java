package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.NodeList;

/**
 * The Gradle build reads of the POMs what Maven reads: modules, versions, dependencies, tests.
 *
 * <p>Gradle itself is not run. What it would run to read the POMs is compiled here and compared
 * with Maven's own model, for every module.
 */
class GradleBuildTest {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String GROUP = "dev.cairn";

  @TempDir private static Path classes;
  private static Class<?> type;
  private static MavenModels maven;

  @TempDir private Path directory;

  @BeforeAll
  static void compile() throws Exception {
    type = GradlePoms.compile(classes);
    maven = MavenModels.ofTheRunningBuild();
    assumeTrue(
        maven.isMavenRepository(), "the tests run without Maven, which has nothing to compare to");
  }

  private static GradlePoms gradle(Map<String, String> overrides) throws Exception {
    return GradlePoms.read(type, ROOT, overrides, maven::pom);
  }

  @Test
  void modulesAreThoseOfTheRootPom() throws Exception {
    List<String> expected = maven.effective(ROOT.resolve("pom.xml")).getModules();
    assertTrue(expected.contains("testkit"));
    assertEquals(expected, gradle(Map.of()).modules());
  }

  /**
   * Gradle reads its settings before it compiles anything, so these look for themselves. Modules of
   * profiles are Maven's alone.
   */
  @Test
  void settingsFindTheSameModulesByTheirPath() throws Exception {
    String path = "/project/modules/module";
    NodeList found =
        (NodeList)
            XPathFactory.newInstance()
                .newXPath()
                .evaluate(
                    path,
                    DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(ROOT.resolve("pom.xml").toFile()),
                    XPathConstants.NODESET);
    List<String> modules = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      modules.add(found.item(i).getTextContent().trim());
    }
    assertEquals(maven.effective(ROOT.resolve("pom.xml")).getModules(), modules);
    assertTrue(Files.readString(ROOT.resolve("settings.gradle.kts")).contains("\"" + path + "\""));
  }

  @Test
  void dependenciesOfEveryModuleAreThoseOfMaven() throws Exception {
    GradlePoms gradle = gradle(Map.of());
    int compared = 0;
    for (String module : modulesWithCode(gradle)) {
      List<Map<String, Object>> expected =
          maven.effective(ROOT.resolve(module).resolve("pom.xml")).getDependencies().stream()
              .map(GradleBuildTest::components)
              .toList();
      assertEquals(expected, gradle.module(module).get("dependencies"), module);
      compared += expected.size();
    }
    assertTrue(compared > 50, "only " + compared + " dependencies");
  }

  @Test
  void managedVersionsAreThoseOfMavenImportsIncluded() throws Exception {
    Map<String, String> expected = new TreeMap<>();
    for (Dependency each :
        maven.effective(ROOT.resolve("pom.xml")).getDependencyManagement().getDependencies()) {
      if (!each.getGroupId().equals(GROUP)) {
        expected.putIfAbsent(each.getGroupId() + ":" + each.getArtifactId(), each.getVersion());
      }
    }
    assertTrue(expected.size() > 300, "imports are missing: " + expected.keySet());
    assertEquals(expected, new TreeMap<>(gradle(Map.of()).managedVersions()));
  }

  @Test
  void testsAreRunWithTheOptionsOfSurefire() throws Exception {
    GradlePoms gradle = gradle(Map.of());
    for (String module : modulesWithCode(gradle)) {
      Model model = maven.effective(ROOT.resolve(module).resolve("pom.xml"));
      Xpp3Dom surefire = (Xpp3Dom) surefire(model).getConfiguration();
      Map<String, String> properties = new LinkedHashMap<>();
      for (Xpp3Dom each : surefire.getChild("systemPropertyVariables").getChildren()) {
        properties.put(each.getName(), each.getValue());
      }
      Xpp3Dom argLine = surefire.getChild("argLine");
      List<String> arguments =
          argLine == null ? List.of() : Arrays.asList(argLine.getValue().split(" "));
      assertEquals(properties, gradle.module(module).get("testProperties"), module);
      assertEquals(arguments, gradle.module(module).get("testArguments"), module);
    }
  }

  @Test
  void propertiesOfTheCommandLineWin() throws Exception {
    assertEquals("1", gradle(Map.of()).property("cairn.test.scale"));
    GradlePoms longer = gradle(Map.of("cairn.test.scale", "20"));
    assertEquals("20", longer.property("cairn.test.scale"));
    Map<?, ?> properties = (Map<?, ?>) longer.module("testkit").get("testProperties");
    assertEquals("20", properties.get("cairn.test.scale"));
    // Also over those of modules.
    String option = "-XX:+UseSerialGC";
    GradlePoms other = gradle(Map.of("cairn.test.jvm", option));
    assertTrue(((List<?>) other.module("snowflake-ids").get("testArguments")).contains(option));
  }

  @Test
  void gradleCompilesItsReaderForTheReleaseOfTheProject() throws Exception {
    String release = gradle(Map.of()).property("maven.compiler.release");
    assertTrue(
        Files.readString(ROOT.resolve("buildSrc").resolve("build.gradle.kts"))
            .contains("\"--release\", \"%s\"".formatted(release)));
  }

  @ParameterizedTest
  @CsvSource({
    "<repositories/>, it has <repositories>",
    "<packaging>war</packaging>, its packaging is 'war'",
    "<build><extensions/></build>, its build has <extensions>",
    "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency></dependencies>,"
        + " g:a has no version",
    "<dependencies><dependency><groupId>${g}</groupId></dependency></dependencies>, the property"
        + " 'g' has no value",
  })
  void whatItDoesNotUnderstandIsRefusedByName(String part, String problem) throws Exception {
    Files.writeString(
        directory.resolve("pom.xml"),
        "<project><groupId>g</groupId><artifactId>r</artifactId><version>1</version></project>");
    Path module = Files.createDirectory(directory.resolve("some-module"));
    Files.writeString(
        module.resolve("pom.xml"), "<project><artifactId>m</artifactId>" + part + "</project>");
    GradlePoms gradle = GradlePoms.read(type, directory, Map.of(), maven::pom);
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> gradle.module("some-module"));
    assertTrue(e.getMessage().startsWith("some-module/pom.xml: " + problem), e::getMessage);
  }

  /** The others are Maven's alone. */
  private static List<String> modulesWithCode(GradlePoms gradle) throws Exception {
    List<String> found = new ArrayList<>();
    for (String module : gradle.modules()) {
      String packaging = maven.effective(ROOT.resolve(module).resolve("pom.xml")).getPackaging();
      assertEquals(packaging, gradle.module(module).get("packaging"), module);
      boolean hasMainCode = Files.isDirectory(ROOT.resolve(module).resolve("src/main"));
      assertFalse(packaging.equals("pom") && hasMainCode, () -> module + " would not be compiled");
      if (packaging.equals("jar")) {
        found.add(module);
      }
    }
    return found;
  }

  private static Plugin surefire(Model model) {
    String name = "org.apache.maven.plugins:maven-surefire-plugin";
    Plugin declared = model.getBuild().getPluginsAsMap().get(name);
    return declared != null
        ? declared
        : model.getBuild().getPluginManagement().getPluginsAsMap().get(name);
  }

  private static Map<String, Object> components(Dependency dependency) {
    Map<String, Object> found = new LinkedHashMap<>();
    found.put("group", dependency.getGroupId());
    found.put("artifact", dependency.getArtifactId());
    found.put("classifier", dependency.getClassifier() == null ? "" : dependency.getClassifier());
    found.put("type", dependency.getType());
    found.put("version", dependency.getVersion());
    found.put("scope", dependency.getScope());
    found.put("optional", dependency.isOptional());
    found.put(
        "exclusions",
        dependency.getExclusions().stream()
            .map(each -> each.getGroupId() + ":" + each.getArtifactId())
            .toList());
    return found;
  }
}
