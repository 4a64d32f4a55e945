package dev.cairn.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.suite.BackendSuites;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The suites of the testkit that a backend takes: the classes that put parts of the contract
 * together, and the parts that are taken by themselves.
 *
 * @param names their simple names
 * @param tests the names of all their test methods
 * @param bundles which of them a class that extends {@link BackendSuites} runs, by the interface
 *     that each needs
 */
record Suites(Set<String> names, Set<String> tests, Map<String, Set<String>> bundles) {
  // As it stands in a source; a name that does not end in Test is not run by the build.
  private static final Pattern TEST_CLASS =
      Pattern.compile("\\bclass\\s+\\w+Test\\s+((?:extends|implements)[^{]+)\\{");

  private static final Pattern SWITCH_OFF = Pattern.compile("@Disabled|@Enabled|\\bassum\\w*\\(");

  /** The suites among {@code classes}. */
  static Suites of(JavaClasses classes) {
    Set<JavaClass> parts =
        classes.stream()
            .filter(each -> each.isAssignableTo(ContractPart.class))
            .filter(each -> !each.isEquivalentTo(ContractPart.class))
            .filter(each -> !each.getPackageName().equals(BackendSuites.class.getPackageName()))
            .collect(Collectors.toSet());
    Set<String> names =
        parts.stream()
            .filter(each -> isAbstractClass(each) || parts.stream().noneMatch(o -> has(o, each)))
            .map(JavaClass::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> tests =
        parts.stream()
            .flatMap(each -> each.getMethods().stream())
            .filter(method -> method.isAnnotatedWith(Test.class))
            .map(method -> method.getName())
            .collect(Collectors.toCollection(TreeSet::new));
    return new Suites(names, tests, bundles(classes.get(BackendSuites.class), classes, names));
  }

  // Each nested class is a suite, and what it needs is an annotation.
  private static Map<String, Set<String>> bundles(
      JavaClass all, JavaClasses classes, Set<String> names) {
    Map<String, Set<String>> bundles = new TreeMap<>();
    for (JavaClass nested : classes) {
      if (nested.getEnclosingClass().equals(Optional.of(all))
          && nested.isAnnotatedWith(Nested.class)) {
        String needed =
            nested
                .tryGetAnnotationOfType("dev.cairn.testkit.suite.Needs")
                .map(needs -> ((JavaClass) needs.get("value").orElseThrow()).getSimpleName())
                .orElse(all.getSimpleName());
        Set<String> suites = bundles.computeIfAbsent(needed, unused -> new TreeSet<>());
        nested.getAllRawSuperclasses().forEach(each -> suites.add(each.getSimpleName()));
        nested.getRawInterfaces().forEach(each -> suites.add(each.getSimpleName()));
        suites.retainAll(names);
      }
    }
    return bundles;
  }

  private static boolean isAbstractClass(JavaClass each) {
    return !each.isInterface() && each.getModifiers().contains(JavaModifier.ABSTRACT);
  }

  private static boolean has(JavaClass suite, JavaClass part) {
    return isAbstractClass(suite) && suite.getAllRawInterfaces().contains(part);
  }

  /**
   * The suites that the test class in {@code source} runs as they are.
   *
   * @throws AssertionError if it leaves out a part of one
   */
  Set<String> runBy(String source) {
    Set<String> run = new TreeSet<>();
    Matcher matcher = TEST_CLASS.matcher(source);
    while (matcher.find()) {
      List<String> types = List.of(matcher.group(1).split("\\W+"));
      run.addAll(types);
      if (types.contains(BackendSuites.class.getSimpleName())) {
        types.forEach(type -> run.addAll(bundles.getOrDefault(type, Set.of())));
      }
    }
    run.retainAll(names);
    if (!run.isEmpty()) {
      refuseGaps(source);
    }
    return run;
  }

  private void refuseGaps(String source) {
    Matcher off = SWITCH_OFF.matcher(source);
    if (off.find()) {
      throw new AssertionError("tests of a suite are switched off by " + off.group());
    }
    Matcher method = Pattern.compile("\\bvoid\\s+(\\w+)\\s*\\(").matcher(source);
    while (method.find()) {
      if (tests.contains(method.group(1))) {
        throw new AssertionError("a test of a suite is replaced: " + method.group(1));
      }
    }
  }
}
