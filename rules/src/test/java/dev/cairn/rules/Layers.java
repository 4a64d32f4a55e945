package dev.cairn.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The direction of dependencies, as rules for what is under {@code root}: {@code dev.cairn}, or a
 * package with offenders on which the rules are seen to fail.
 */
record Layers(String root) {
  ArchRule apiSeesNothingElse() {
    return sees("api..", "api..");
  }

  ArchRule apiDoesNotSeeSpi() {
    return noClasses()
        .that()
        .resideInAnyPackage(in("api"), in("api.config.."))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(in("api.spi.."))
        .because("applications call the API; only backends and the engine know the SPI")
        .allowEmptyShould(true);
  }

  ArchRule snowflakeSeesNothingElse() {
    return sees("snowflake..", "snowflake..");
  }

  ArchRule coreSeesApiAndSnowflake() {
    return sees("core..", "core..", "api..", "snowflake..");
  }

  ArchRule backendsSeeOnlyApi() {
    return sees("backend..", "backend..", "api..");
  }

  ArchRule icebergSeesOnlyApi() {
    return noClasses()
        .that(resideInAPackage(in("iceberg..")).and(not(resideInAPackage(in("iceberg.server..")))))
        .should()
        .dependOnClassesThat(
            resideInAPackage(in(".."))
                .and(
                    not(resideInAnyPackage(in("iceberg.."), in("api..")))
                        .or(resideInAPackage(in("iceberg.server..")))))
        .because("the catalog runs in any server, on any store")
        .allowEmptyShould(true);
  }

  ArchRule serverSeesCatalogAndEngine() {
    return sees("iceberg.server..", "iceberg..", "core..", "api..");
  }

  ArchRule testkitSeesEngineAndApi() {
    return sees("testkit..", "testkit..", "core..", "api..", "snowflake..");
  }

  ArchRule simulationSeesTheTestkitAndBelow() {
    return sees("simulation..", "simulation..", "testkit..", "core..", "api..", "snowflake..");
  }

  ArchRule backendsDoNotSeeEachOther() {
    return slices()
        .matching(root + ".backend.(*)..")
        .should()
        .notDependOnEachOther()
        .allowEmptyShould(true);
  }

  ArchRule onlyToolsSeeBackends() {
    return noClasses()
        .that(
            resideInAPackage(in(".."))
                .and(not(resideInAnyPackage(in("backend.."), in("cli.."), in("benchmarks..")))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(in("backend.."))
        .because("a backend is found by name")
        .allowEmptyShould(true);
  }

  ArchRule internalsAreForTheProjectsOwnTools() {
    return noClasses()
        .that(
            resideInAPackage(in(".."))
                .and(
                    not(
                        resideInAnyPackage(
                            in("core.."),
                            in("testkit.."),
                            in("simulation.."),
                            in("cli.."),
                            in("benchmarks..")))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(in("core.internal.."))
        .because("internal types change without notice")
        .allowEmptyShould(true);
  }

  ArchRule helpersOfTheApiAreForTheProjectsOwnModules() {
    return noClasses()
        .that(
            resideInAPackage(in(".."))
                .and(
                    not(
                        resideInAnyPackage(
                            in("api.."), in("core.."), in("iceberg.."), in("cli..")))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(in("api.internal.."))
        .because("they change without notice")
        .allowEmptyShould(true);
  }

  /** The packages that have classes and no {@code package-info} with {@code @NullMarked}. */
  Set<String> packagesWithoutInfo(JavaClasses classes) {
    Set<String> packages = new TreeSet<>();
    for (JavaPackage each : classes.getPackage(root).getSubpackagesInTree()) {
      boolean described =
          each.tryGetPackageInfo()
              .filter(info -> info.isAnnotatedWith(NullMarked.class))
              .isPresent();
      if (!each.getClasses().isEmpty() && !described) {
        packages.add(each.getName());
      }
    }
    return packages;
  }

  private ArchRule sees(String layer, String... allowed) {
    String[] packages = Arrays.stream(allowed).map(this::in).toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(in(layer))
        .should()
        .dependOnClassesThat(resideInAPackage(in("..")).and(not(resideInAnyPackage(packages))))
        .because(layer + " may only see " + String.join(", ", Stream.of(allowed).toList()))
        .allowEmptyShould(true);
  }

  private String in(String layer) {
    return layer.equals("..") ? root + ".." : root + "." + layer;
  }
}
