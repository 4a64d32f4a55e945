package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names of classes in the main code of all modules. */
class ClassNamesTest {
  private static final Pattern NAMED_TYPE =
      Pattern.compile(
          "\\{@(?:link|linkplain|code)\\s+([\\w.]*?\\.)?([A-Z]\\w*[a-z]\\w*)(?:[#.(][^}]*)?(?:\\s[^}]*)?}");
  private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);

  @Test
  void aClassNameMeansOneThing() throws IOException {
    Map<String, List<String>> byName = new TreeMap<>();
    for (Path source : mainSources()) {
      String name = source.getFileName().toString();
      if (!name.equals("package-info.java")) {
        byName.computeIfAbsent(name, none -> new ArrayList<>()).add(source.toString());
      }
    }
    assertTrue(byName.size() > 500, () -> "found only " + byName.size());
    byName.values().removeIf(sources -> sources.size() == 1);
    assertEquals(Map.of(), byName);
  }

  /** Names of tests, of the JDK's types and in capitals are no types of the main code. */
  @Test
  void packageOverviewsNameTypesThatExist() throws IOException {
    Set<String> types = new TreeSet<>();
    List<Path> overviews = new ArrayList<>();
    for (Path source : mainSources()) {
      String name = source.getFileName().toString().replace(".java", "");
      if (name.equals("package-info")) {
        overviews.add(source);
      } else {
        types.add(name);
      }
    }
    List<String> unknown = new ArrayList<>();
    for (Path overview : overviews) {
      String text = Files.readString(overview).replaceAll("\\n \\* ", " ");
      Matcher here = PACKAGE.matcher(text);
      assertTrue(here.find(), overview::toString);
      Matcher matcher = NAMED_TYPE.matcher(text);
      while (matcher.find()) {
        String qualifier = matcher.group(1) == null ? "" : matcher.group(1);
        boolean isOurs =
            (qualifier.isEmpty() || qualifier.startsWith("dev.cairn."))
                && !matcher.group(2).endsWith("Test");
        if (isOurs && !types.contains(matcher.group(2)) && !isOfTheJdk(matcher.group(2))) {
          unknown.add(here.group(1) + " names " + qualifier + matcher.group(2));
        }
      }
    }
    assertEquals(List.of(), unknown);
  }

  @Test
  void theDesignSaysWhereToFindWhatExists() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "design", "README.md"));
    int begin = page.indexOf("## Where to find it");
    assertTrue(begin >= 0, "the table is missing");
    Set<String> named = new TreeSet<>();
    Matcher matcher =
        Pattern.compile("`([A-Z]\\w+)`")
            .matcher(page.substring(begin, page.indexOf("\n## ", begin + 1)));
    while (matcher.find()) {
      named.add(matcher.group(1));
    }
    assertTrue(named.size() > 20, () -> "found only " + named);
    for (Path source : mainSources()) {
      named.remove(source.getFileName().toString().replace(".java", ""));
    }
    assertEquals(Set.of(), named);
  }

  private static boolean isOfTheJdk(String name) {
    return Stream.of("java.lang.", "java.util.", "java.time.", "java.util.concurrent.")
        .anyMatch(
            prefix -> {
              try {
                Class<?> unused = Class.forName(prefix + name);
                return true;
              } catch (ClassNotFoundException e) {
                return false;
              }
            });
  }

  private static List<Path> mainSources() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String module : Modules.ofRootPom()) {
      Path main = Path.of("..", module, "src", "main", "java");
      try (Stream<Path> files = Files.isDirectory(main) ? Files.walk(main) : Stream.empty()) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    return found;
  }
}
