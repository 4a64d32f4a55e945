package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.cairn.testkit.Guarantee;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A failure of a suite names the broken guarantee, before two values that differ. */
class FailureMessagesTest {
  private static final JavaClasses TESTKIT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.cairn.testkit");

  /** Not run by the build. */
  static final class Wordless {
    private Wordless() {}

    static void check(List<String> found) {
      assertTrue(found.isEmpty());
      assertTrue(found.isEmpty(), "nothing is found");
      assertTrue(found.isEmpty(), () -> "nothing is found, not " + found);
    }
  }

  // By the overload: those with a message have a parameter for it.
  private static Set<String> wordless(Stream<JavaClass> classes) {
    return classes
        .flatMap(each -> each.getMethodCallsFromSelf().stream())
        .filter(call -> call.getTargetOwner().isEquivalentTo(Assertions.class))
        .filter(call -> !hasMessage(call))
        .map(JavaMethodCall::getDescription)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean hasMessage(JavaMethodCall call) {
    return call.getTarget().getRawParameterTypes().stream()
        .anyMatch(type -> type.isEquivalentTo(String.class) || type.isEquivalentTo(Supplier.class));
  }

  @Test
  void everyAssertionOfTheContractSaysWhatItExpects() {
    List<JavaClass> contract =
        TESTKIT.stream()
            .filter(each -> each.getPackageName().equals("dev.cairn.testkit.contract"))
            .toList();
    assertTrue(contract.size() > 20, () -> "classes of the contract: " + contract);
    assertEquals(Set.of(), wordless(contract.stream()));
  }

  @Test
  void assertionWithoutAMessageIsFound() {
    JavaClass wordless = new ClassFileImporter().importClass(Wordless.class);
    assertEquals(1, wordless(Stream.of(wordless)).size());
  }

  @Test
  void everyTestOfASuitePutsItsGuaranteeFirst() {
    List<JavaClass> suites =
        TESTKIT.stream()
            .filter(
                each ->
                    each.getMethods().stream()
                        .anyMatch(method -> method.isAnnotatedWith(Test.class)))
            .toList();
    assertTrue(suites.size() > 40, () -> "suites: " + suites);
    assertEquals(List.of(), suites.stream().filter(each -> !isPrefixed(each)).toList());
  }

  private static boolean isPrefixed(JavaClass suite) {
    return Stream.concat(
            Stream.of(suite),
            Stream.concat(
                suite.getAllRawSuperclasses().stream(), suite.getAllRawInterfaces().stream()))
        .filter(each -> each.isAnnotatedWith(ExtendWith.class))
        .flatMap(each -> Arrays.stream(each.getAnnotationOfType(ExtendWith.class).value()))
        .anyMatch(Guarantee.class::equals);
  }
}
