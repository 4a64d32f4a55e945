package dev.cairn.gradle;

import static dev.cairn.gradle.PomXml.all;
import static dev.cairn.gradle.PomXml.children;
import static dev.cairn.gradle.PomXml.parse;
import static dev.cairn.gradle.PomXml.text;
import static dev.cairn.gradle.PomXml.textOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/**
 * What the Gradle build takes from the POMs: modules, properties, dependencies, and how tests run.
 *
 * <p>It covers what Cairn's POMs use, and refuses the rest with a message. {@code GradleBuildTest}
 * in the module {@code rules} compiles this package and compares everything it reads with Maven's
 * own model of the POMs.
 */
public final class Poms {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]+)}");

  /**
   * What a module's POM may have; anything else would silently be missing from the Gradle build.
   */
  private static final Set<String> UNDERSTOOD =
      Set.of(
          "modelVersion",
          "parent",
          "artifactId",
          "packaging",
          "name",
          "description",
          "properties",
          "dependencies",
          "build",
          "profiles");

  private static final Set<String> UNDERSTOOD_IN_BUILD = Set.of("plugins", "finalName");

  /** Options of Surefire that do not concern Gradle. */
  private static final Set<String> SUREFIRE_ONLY =
      Set.of("trimStackTrace", "useModulePath", "redirectTestOutputToFile");

  private final Path directory;
  private final Map<String, String> overrides;
  private final Function<String, Path> download;
  private final Element root;
  private final Map<String, String> properties;
  private final Map<String, Dependency> managed;

  /**
   * A dependency with everything that management and defaults add; an empty classifier is none.
   *
   * @param exclusions {@code group:artifact} each, either of which may be {@code *}
   */
  public record Dependency(
      String group,
      String artifact,
      String classifier,
      String type,
      String version,
      String scope,
      boolean optional,
      List<String> exclusions) {
    /** Group and artifact. */
    public String module() {
      return group + ":" + artifact;
    }

    private String key() {
      return module() + ":" + type + ":" + classifier;
    }
  }

  /**
   * A module.
   *
   * @param packaging {@code jar}, or {@code pom} for a module that Gradle has nothing to do for:
   *     one without code, or what Maven alone packages
   * @param dependencies those of the root POM first, then its own
   * @param testProperties the system properties of its tests
   * @param testArguments the arguments of the JVM that runs its tests
   */
  public record Module(
      String name,
      String packaging,
      List<Dependency> dependencies,
      Map<String, String> testProperties,
      List<String> testArguments) {}

  /**
   * Reads the root POM.
   *
   * @param overrides properties that win over those of the root POM, as with Maven's {@code -D}
   * @param download the file of a POM, by {@code group:artifact:version}
   */
  public Poms(Path directory, Map<String, String> overrides, Function<String, Path> download) {
    this.directory = directory;
    this.overrides = overrides;
    this.download = download;
    this.root = parse(directory.resolve("pom.xml"));
    Map<String, String> found = new HashMap<>(coordinates(root));
    found.putAll(ownProperties(root));
    found.put("maven.multiModuleProjectDirectory", directory.toAbsolutePath().toString());
    found.replaceAll((name, value) -> overrides.getOrDefault(name, value));
    this.properties = Collections.unmodifiableMap(found);
    this.managed = managed("pom.xml", List.of(root), properties);
  }

  /** How the build says that it does not understand a POM. */
  public static IllegalStateException refused(String pom, String problem) {
    return new IllegalStateException(
        "%s: %s. The Gradle build does not understand this; build with Maven or teach %s."
            .formatted(pom, problem, Poms.class.getSimpleName()));
  }

  /** The names of all modules, in the order of the root POM. */
  public List<String> modules() {
    return all(root, "modules", "module").stream().map(PomXml::textOf).toList();
  }

  /** The value of a property of the root POM. */
  public String property(String name) {
    return resolve("pom.xml", "${" + name + "}", properties);
  }

  /** The version that the root POM and its imports manage, by group and artifact. */
  public Map<String, String> managedVersions() {
    Map<String, String> versions = new LinkedHashMap<>();
    managed.values().stream()
        .filter(each -> !each.version.isEmpty() && !each.group.equals(property("project.groupId")))
        .forEach(each -> versions.putIfAbsent(each.module(), each.version));
    return versions;
  }

  /** The module called {@code name}. */
  public Module module(String name) {
    String pom = name + "/pom.xml";
    Element module = parse(directory.resolve(name).resolve("pom.xml"));
    String packaging = text(module, "packaging", "jar");
    if (packaging.equals("pom")) {
      return new Module(name, packaging, List.of(), Map.of(), List.of());
    }
    checkUnderstood(pom, packaging, module);
    Map<String, String> known = new HashMap<>(properties);
    known.putAll(ownProperties(module));
    known.putAll(coordinates(module));
    known.replaceAll((property, value) -> overrides.getOrDefault(property, value));

    List<Dependency> dependencies = new ArrayList<>();
    for (Element each : all(root, "dependencies", "dependency")) {
      dependencies.add(effective("pom.xml", each, known));
    }
    for (Element each : all(module, "dependencies", "dependency")) {
      dependencies.add(effective(pom, each, known));
    }
    Map<String, String> testProperties = new LinkedHashMap<>();
    List<String> testArguments = new ArrayList<>();
    readSurefire("pom.xml", root, known, testProperties, testArguments);
    readSurefire(pom, module, known, testProperties, testArguments);
    return new Module(name, packaging, dependencies, testProperties, testArguments);
  }

  private static void checkUnderstood(String pom, String packaging, Element module) {
    for (Element each : children(module)) {
      if (!UNDERSTOOD.contains(each.getTagName())) {
        throw refused(pom, "it has <" + each.getTagName() + ">");
      }
    }
    for (Element each : all(module, "build").stream().flatMap(b -> children(b).stream()).toList()) {
      if (!UNDERSTOOD_IN_BUILD.contains(each.getTagName())) {
        throw refused(pom, "its build has <" + each.getTagName() + ">");
      }
    }
    if (!packaging.equals("jar")) {
      throw refused(pom, "its packaging is '" + packaging + "'");
    }
  }

  // Dependencies.

  /** A dependency as the POM has it: what it does not say is empty. */
  private static Dependency declared(String pom, Element element, Map<String, String> properties) {
    Function<String, String> value = name -> resolve(pom, text(element, name, ""), properties);
    for (String name : List.of("groupId", "artifactId")) {
      if (value.apply(name).isEmpty()) {
        throw refused(pom, "a dependency has no " + name);
      }
    }
    List<String> exclusions =
        all(element, "exclusions", "exclusion").stream()
            .map(each -> text(each, "groupId", "*") + ":" + text(each, "artifactId", "*"))
            .toList();
    String type = value.apply("type");
    return new Dependency(
        value.apply("groupId"),
        value.apply("artifactId"),
        value.apply("classifier"),
        type.isEmpty() ? "jar" : type,
        value.apply("version"),
        value.apply("scope"),
        value.apply("optional").equals("true"),
        exclusions);
  }

  private Dependency effective(String pom, Element element, Map<String, String> known) {
    Dependency declared = declared(pom, element, known);
    Dependency fallback = managed.getOrDefault(declared.key(), declared);
    String version = declared.version.isEmpty() ? fallback.version : declared.version;
    if (version.isEmpty()) {
      throw refused(
          pom,
          declared.module()
              + " has no version here nor among the managed dependencies of the root POM");
    }
    if (!declared.type.equals("jar")) {
      throw refused(pom, declared.module() + " is of the type '" + declared.type + "'");
    }
    String scope = declared.scope.isEmpty() ? fallback.scope : declared.scope;
    return new Dependency(
        declared.group,
        declared.artifact,
        declared.classifier,
        declared.type,
        version,
        scope.isEmpty() ? "compile" : scope,
        declared.optional,
        // As in Maven, exclusions of the dependency itself replace the managed ones.
        declared.exclusions.isEmpty() ? fallback.exclusions : declared.exclusions);
  }

  /** What {@code line}, a POM and its parents, nearest first, manages; imports come last. */
  private Map<String, Dependency> managed(
      String pom, List<Element> line, Map<String, String> properties) {
    Map<String, Dependency> found = new LinkedHashMap<>();
    List<Dependency> imports = new ArrayList<>();
    for (Element each : line) {
      for (Element element : all(each, "dependencyManagement", "dependencies", "dependency")) {
        Dependency dependency = declared(pom, element, properties);
        if (dependency.scope.equals("import")) {
          imports.add(dependency);
        } else {
          found.putIfAbsent(dependency.key(), dependency);
        }
      }
    }
    imports.forEach(bom -> importedBy(bom).forEach(found::putIfAbsent));
    return found;
  }

  private Map<String, Dependency> importedBy(Dependency bom) {
    String name = bom.module() + ":" + bom.version;
    List<Element> line = new ArrayList<>();
    String next = name;
    while (next != null) {
      Element pom = parse(download.apply(next));
      line.add(pom);
      next =
          all(pom, "parent").stream()
              .findFirst()
              .map(
                  parent ->
                      text(parent, "groupId", "")
                          + ":"
                          + text(parent, "artifactId", "")
                          + ":"
                          + text(parent, "version", ""))
              .orElse(null);
    }
    Map<String, String> known = new HashMap<>();
    for (int i = line.size() - 1; i >= 0; i--) {
      known.putAll(ownProperties(line.get(i)));
    }
    known.putAll(coordinates(line.get(0)));
    return managed(name, line, known);
  }

  // Tests.

  private static void readSurefire(
      String pom,
      Element project,
      Map<String, String> known,
      Map<String, String> testProperties,
      List<String> testArguments) {
    List<Element> plugins = all(project, "build", "pluginManagement", "plugins", "plugin");
    plugins.addAll(all(project, "build", "plugins", "plugin"));
    for (Element plugin : plugins) {
      if (!text(plugin, "artifactId", "").equals("maven-surefire-plugin")) {
        continue;
      }
      for (Element option :
          all(plugin, "configuration").stream().flatMap(c -> children(c).stream()).toList()) {
        switch (option.getTagName()) {
          case "systemPropertyVariables" ->
              children(option)
                  .forEach(
                      each ->
                          testProperties.put(each.getTagName(), resolve(pom, textOf(each), known)));
          case "argLine" -> {
            testArguments.clear();
            testArguments.addAll(List.of(resolve(pom, textOf(option), known).split("\\s+")));
          }
          default -> {
            if (!SUREFIRE_ONLY.contains(option.getTagName())) {
              throw refused(pom, "Surefire has the option '" + option.getTagName() + "'");
            }
          }
        }
      }
    }
  }

  // Properties.

  private static String resolve(String pom, String text, Map<String, String> properties) {
    return resolve(pom, text, properties, new HashSet<>());
  }

  private static String resolve(
      String pom, String text, Map<String, String> properties, Set<String> within) {
    Matcher matcher = PLACEHOLDER.matcher(text);
    StringBuilder resolved = new StringBuilder();
    while (matcher.find()) {
      String name = matcher.group(1);
      String value = properties.get(name);
      if (value == null || !within.add(name)) {
        throw refused(pom, "the property '" + name + "' has no value");
      }
      String full = resolve(pom, value, properties, within);
      within.remove(name);
      matcher.appendReplacement(resolved, Matcher.quoteReplacement(full));
    }
    return matcher.appendTail(resolved).toString();
  }

  private static Map<String, String> ownProperties(Element pom) {
    Map<String, String> found = new HashMap<>();
    all(pom, "properties").stream()
        .flatMap(each -> children(each).stream())
        .forEach(each -> found.put(each.getTagName(), textOf(each)));
    return found;
  }

  private static Map<String, String> coordinates(Element pom) {
    Map<String, String> found = new HashMap<>();
    for (String name : List.of("groupId", "artifactId", "version")) {
      String inherited =
          all(pom, "parent", name).stream().findFirst().map(PomXml::textOf).orElse("");
      String value = text(pom, name, inherited);
      if (!value.isEmpty()) {
        found.put("project." + name, value);
      }
    }
    return found;
  }
}
