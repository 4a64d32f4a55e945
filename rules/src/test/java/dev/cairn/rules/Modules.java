package dev.cairn.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The modules that the root POM lists, with those of its profiles. */
final class Modules {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private Modules() {}

  /** Backends. One has its tests in a module inside its directory. */
  static Set<String> backends() throws IOException {
    Set<String> backends = ofRootPom();
    backends.removeIf(module -> !module.matches("backend-\\w+"));
    return backends;
  }

  static Set<String> ofRootPom() throws IOException {
    Set<String> modules = new TreeSet<>();
    Matcher matcher = MODULE.matcher(Files.readString(Path.of("..", "pom.xml")));
    while (matcher.find()) {
      modules.add(matcher.group(1).strip());
    }
    return modules;
  }
}
