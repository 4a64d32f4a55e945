package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The BOM names the modules that are published, and nothing else. */
class BomTest {
  private static MavenModels maven;
  private static Model root;
  private static Model bom;

  @BeforeAll
  static void read() throws Exception {
    maven = MavenModels.ofTheRunningBuild();
    assumeTrue(maven.isMavenRepository(), "the tests run without Maven");
    root = maven.effective(Path.of("..", "pom.xml"));
    bom = maven.effective(Path.of("..", "bom", "pom.xml"));
  }

  @Test
  void itManagesExactlyThePublishedJarsInTheVersionOfTheBuild() throws Exception {
    Set<String> published = new TreeSet<>();
    for (String module : Modules.ofRootPom()) {
      Model model = maven.effective(Path.of("..", module, "pom.xml"));
      boolean isPublished = !"true".equals(model.getProperties().getProperty("maven.deploy.skip"));
      if (isPublished && model.getPackaging().equals("jar")) {
        published.add(
            "%s:%s:%s".formatted(model.getGroupId(), model.getArtifactId(), model.getVersion()));
      }
    }
    assertTrue(published.contains("dev.cairn:persistence-api:" + root.getVersion()));
    Set<String> managed = new TreeSet<>();
    for (Dependency each : bom.getDependencyManagement().getDependencies()) {
      managed.add("%s:%s:%s".formatted(each.getGroupId(), each.getArtifactId(), each.getVersion()));
    }
    assertEquals(published, managed, "list the published modules in bom/pom.xml");
  }

  /** It repeats what it cannot inherit. */
  @Test
  void itHasNoParentAndSaysOfItselfWhatTheRootSays() {
    assertNull(bom.getParent(), "users would import what the parent manages, too");
    assertEquals(root.getVersion(), bom.getVersion());
    assertEquals(root.getGroupId(), bom.getGroupId());
    assertEquals(root.getUrl(), bom.getUrl());
    assertEquals(root.getInceptionYear(), bom.getInceptionYear());
    assertEquals(root.getLicenses().get(0).getUrl(), bom.getLicenses().get(0).getUrl());
    assertEquals(root.getDevelopers().get(0).getName(), bom.getDevelopers().get(0).getName());
    assertEquals(root.getScm().getConnection(), bom.getScm().getConnection());
    assertEquals(root.getScm().getUrl(), bom.getScm().getUrl());
  }

  /** Maven looks the plugin of {@code mvn spotless:apply} up in every module. */
  @Test
  void itHasThePluginsOfTheBuildThatUsersCallByPrefix() {
    String spotless = "com.diffplug.spotless:spotless-maven-plugin";
    assertEquals(
        root.getBuild().getPluginsAsMap().get(spotless).getVersion(),
        bom.getBuild().getPluginsAsMap().get(spotless).getVersion());
  }
}
