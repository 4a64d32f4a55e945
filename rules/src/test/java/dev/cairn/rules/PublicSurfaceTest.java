package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * The number of public types that applications and adapters see: {@code dev.cairn.api} with its
 * subpackages and {@code dev.cairn.core}, without {@code internal} in either.
 */
class PublicSurfaceTest {
  /** The recorded numbers. Lower them when types disappear. */
  private static final int FOR_APPLICATIONS = 116;

  private static final int FOR_ADAPTERS = 28;
  private static final int WITH_NESTED = 202;

  private static final List<JavaClass> PUBLIC =
      new ClassFileImporter()
              .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
              .importPackages("dev.cairn.api", "dev.cairn.core")
              .stream()
              .filter(type -> !type.getPackageName().startsWith("dev.cairn.api.internal"))
              .filter(type -> !type.getPackageName().startsWith("dev.cairn.core.internal"))
              .filter(type -> !type.getSimpleName().equals("package-info"))
              .filter(PublicSurfaceTest::isVisible)
              .toList();

  @Test
  void thePublicSurfaceDoesNotGrowUnnoticed() {
    check("public types for applications", topLevel(type -> !isSpi(type)), FOR_APPLICATIONS);
    check("public types for adapters (SPI)", topLevel(PublicSurfaceTest::isSpi), FOR_ADAPTERS);
    check("public types including nested types", PUBLIC.size(), WITH_NESTED);
  }

  private static boolean isSpi(JavaClass type) {
    return type.getPackageName().startsWith("dev.cairn.api.spi");
  }

  private static int topLevel(Predicate<JavaClass> selected) {
    return (int) PUBLIC.stream().filter(JavaClass::isTopLevelClass).filter(selected).count();
  }

  private static void check(String what, int found, int recorded) {
    assertTrue(
        found <= recorded,
        () ->
            "found %d %s, %d are recorded. Make the new type package-private, or move it to an internal package. If applications or adapters call it, raise the number in %s and give the reason in the commit"
                .formatted(found, what, recorded, PublicSurfaceTest.class.getSimpleName()));
    assertTrue(found > recorded / 2, "found only " + found + " " + what);
  }

  private static boolean isVisible(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(PublicSurfaceTest::isVisible).orElse(true);
  }
}
