package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The engine's packages depend on each other in the order in which their overview names them. */
class PackageOrderTest {
  private static final String INTERNAL = "dev.cairn.core.internal.";
  private static final Pattern NAMED =
      Pattern.compile("<li>\\{@link dev\\.cairn\\.core\\.internal\\.(\\w+)}");
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.cairn.core");

  @Test
  void everyPackageSeesOnlyThoseNamedBeforeIt() throws IOException {
    assertEquals(Set.of(), violations(order()));
  }

  @Test
  void theOrderIsNotVacuous() throws IOException {
    List<String> reversed = new ArrayList<>(order());
    java.util.Collections.reverse(reversed);
    assertFalse(violations(reversed).isEmpty());
  }

  @Test
  void theOverviewNamesEveryPackage() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (JavaClass each : CORE) {
      if (each.getPackageName().startsWith(INTERNAL)) {
        packages.add(part(each));
      }
    }
    assertEquals(packages, new TreeSet<>(order()));
  }

  private static Set<String> violations(List<String> order) {
    Set<String> found = new TreeSet<>();
    for (JavaClass each : CORE) {
      if (!each.getPackageName().startsWith(INTERNAL)) {
        continue;
      }
      each.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getPackageName().startsWith("dev.cairn.core"))
          .filter(target -> !isBefore(target, each, order))
          .forEach(target -> found.add(each.getName() + " sees " + target.getName()));
    }
    return found;
  }

  private static boolean isBefore(JavaClass target, JavaClass from, List<String> order) {
    return target.getPackageName().startsWith(INTERNAL)
        && order.indexOf(part(target)) <= order.indexOf(part(from));
  }

  private static String part(JavaClass type) {
    return type.getPackageName().substring(INTERNAL.length());
  }

  private static List<String> order() throws IOException {
    Path overview =
        Path.of("../persistence-core/src/main/java/dev/cairn/core/internal/package-info.java");
    Matcher matcher = NAMED.matcher(Files.readString(overview));
    List<String> order = new ArrayList<>();
    while (matcher.find()) {
      order.add(matcher.group(1));
    }
    return order;
  }
}
