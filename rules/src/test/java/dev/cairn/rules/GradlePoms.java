package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * What reads the POMs for Gradle, compiled from its source in {@code buildSrc}: the class that the
 * Gradle build runs, and not a copy of its rules.
 */
final class GradlePoms {
  private static final Path SOURCES = Path.of("..", "buildSrc", "src", "main", "java");

  private final Object poms;

  private GradlePoms(Object poms) {
    this.poms = poms;
  }

  static Class<?> compile(Path classes) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path sources = SOURCES.resolve(Path.of("dev", "cairn", "gradle"));
    List<String> arguments = new ArrayList<>(List.of("-Xlint:all", "-Werror", "-d", "" + classes));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(sources, "*.java")) {
      files.forEach(file -> arguments.add(file.toString()));
    }
    int result = compiler.run(null, null, null, arguments.toArray(String[]::new));
    assertEquals(0, result, sources + " does not compile");
    // Stays open: its nested classes are loaded when they are needed.
    URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    return loader.loadClass("dev.cairn.gradle.Poms");
  }

  static GradlePoms read(
      Class<?> type, Path root, Map<String, String> overrides, Function<String, Path> download)
      throws Exception {
    try {
      return new GradlePoms(
          type.getConstructor(Path.class, Map.class, Function.class)
              .newInstance(root, overrides, download));
    } catch (InvocationTargetException e) {
      throw cause(e);
    }
  }

  @SuppressWarnings("unchecked")
  List<String> modules() throws Exception {
    return (List<String>) call(poms, "modules");
  }

  @SuppressWarnings("unchecked")
  Map<String, String> managedVersions() throws Exception {
    return (Map<String, String>) call(poms, "managedVersions");
  }

  String property(String name) throws Exception {
    return (String) call(poms, "property", name);
  }

  /** The module's components by name, its dependencies as maps of theirs. */
  Map<String, Object> module(String name) throws Exception {
    Map<String, Object> module = components(call(poms, "module", name));
    List<?> dependencies = (List<?>) module.get("dependencies");
    module.put("dependencies", dependencies.stream().map(GradlePoms::components).toList());
    return module;
  }

  private static Map<String, Object> components(Object value) {
    Map<String, Object> found = new LinkedHashMap<>();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      try {
        found.put(component.getName(), component.getAccessor().invoke(value));
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(component.getName(), e);
      }
    }
    return found;
  }

  private static Object call(Object target, String method, String... arguments) throws Exception {
    Class<?>[] types = new Class<?>[arguments.length];
    Arrays.fill(types, String.class);
    try {
      return target.getClass().getMethod(method, types).invoke(target, (Object[]) arguments);
    } catch (InvocationTargetException e) {
      throw cause(e);
    }
  }

  private static Exception cause(InvocationTargetException e) {
    return e.getCause() instanceof Exception cause ? cause : e;
  }
}
