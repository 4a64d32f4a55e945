package dev.cairn.rules;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.Repository;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.building.DefaultModelBuildingRequest;
import org.apache.maven.model.building.FileModelSource;
import org.apache.maven.model.building.ModelBuildingException;
import org.apache.maven.model.building.ModelSource;
import org.apache.maven.model.resolution.ModelResolver;
import org.junit.jupiter.api.Test;

/** POMs as Maven itself reads them: inherited, interpolated, managed, imports included. */
final class MavenModels {
  private final Path repository;

  private MavenModels(Path repository) {
    this.repository = repository;
  }

  /**
   * Imports are found in the repository that these tests were resolved from, where Maven needed
   * them too.
   */
  static MavenModels ofTheRunningBuild() throws Exception {
    Path jar = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path repository = jar;
    String withinRepository = "org/junit/jupiter/junit-jupiter-api/VERSION/JAR";
    for (int i = 0; i < withinRepository.split("/").length; i++) {
      repository = repository.getParent();
    }
    return new MavenModels(repository);
  }

  Path repository() {
    return repository;
  }

  boolean isMavenRepository() {
    return Files.isDirectory(repository.resolve("org/junit/jupiter/junit-jupiter-api"));
  }

  Model effective(Path pom) throws ModelBuildingException {
    Properties system = new Properties();
    system.putAll(System.getProperties());
    // Maven sets it when it starts.
    system.put(
        "maven.multiModuleProjectDirectory", GradleBuildTest.ROOT.toAbsolutePath().toString());
    DefaultModelBuildingRequest request = new DefaultModelBuildingRequest();
    request.setPomFile(pom.toFile());
    request.setProcessPlugins(true);
    request.setSystemProperties(system);
    request.setModelResolver(new LocalResolver());
    return new DefaultModelBuilderFactory().newInstance().build(request).getEffectiveModel();
  }

  /** The file of a POM by {@code group:artifact:version}. */
  Path pom(String coordinates) {
    String[] parts = coordinates.split(":", -1);
    return repository
        .resolve(parts[0].replace('.', '/'))
        .resolve(parts[1])
        .resolve(parts[2])
        .resolve(parts[1] + "-" + parts[2] + ".pom");
  }

  @SuppressWarnings("deprecation") // ModelSource is what the interface asks for
  private final class LocalResolver implements ModelResolver {
    @Override
    public ModelSource resolveModel(String group, String artifact, String version) {
      return new FileModelSource(pom(group + ":" + artifact + ":" + version).toFile());
    }

    @Override
    public ModelSource resolveModel(Parent parent) {
      return resolveModel(parent.getGroupId(), parent.getArtifactId(), parent.getVersion());
    }

    @Override
    public ModelSource resolveModel(Dependency dependency) {
      return resolveModel(
          dependency.getGroupId(), dependency.getArtifactId(), dependency.getVersion());
    }

    @Override
    public void addRepository(Repository repository) {}

    @Override
    public void addRepository(Repository repository, boolean replace) {}

    @Override
    public ModelResolver newCopy() {
      return this;
    }
  }
}
