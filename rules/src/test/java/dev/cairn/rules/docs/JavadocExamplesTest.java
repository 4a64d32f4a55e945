package dev.cairn.rules.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the Javadoc of testkit and simulation compile, as implementers copy them. */
class JavadocExamplesTest {
  private static final List<Path> SOURCES =
      List.of(Path.of("../testkit/src/main/java"), Path.of("../simulation/src/main/java"));
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\R \\* \\}</pre>", Pattern.DOTALL);

  private static final String IMPORTS =
      """
      import dev.cairn.api.*;
      import dev.cairn.api.config.*;
      import dev.cairn.api.spi.*;
      import dev.cairn.backend.inmemory.InMemoryBackend;
      import dev.cairn.core.internal.runtime.Environment;
      import dev.cairn.simulation.sim.*;
      import dev.cairn.testkit.*;
      import dev.cairn.testkit.contract.*;
      import dev.cairn.testkit.docs.*;
      import dev.cairn.testkit.fault.*;
      import dev.cairn.testkit.history.*;
      import dev.cairn.testkit.server.*;
      import dev.cairn.testkit.suite.*;
      import java.io.IOException;
      import java.net.InetSocketAddress;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.*;
      import org.junit.jupiter.api.*;
      import org.junit.jupiter.api.extension.*;
      """;

  // What the examples take for granted.
  private static final String GIVEN =
      """
      abstract class Given {
        MyServer server; ObjectRow row; Backend store; FaultPlan plan;
        List<Actor> actors; Simulation sim;
        abstract void work(Backend backend);
        abstract void work(Backend backend, Environment environment);
        abstract void workOf(String client, Backend backend);
        abstract void check(Backend backend);
        abstract Backend connect(InetSocketAddress address);
      }
      abstract class MyServer implements AutoCloseable {
        static MyServer start() { return null; }
        abstract InetSocketAddress address();
        @Override public abstract void close();
      }
      class MyBackend {
        static Backend connect(InetSocketAddress address) { return null; }
      }
      class MyBackendFactory implements BackendFactory {
        @Override public String name() { return "mine"; }
        @Override public List<Setting<?>> settings() { return List.of(); }
        @Override public Backend open(Configuration configuration) { return null; }
      }
      """;

  @TempDir Path directory;

  @TestFactory
  List<DynamicTest> examplesCompile() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path sources : SOURCES) {
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file :
            files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
          Matcher matcher = EXAMPLE.matcher(Files.readString(file));
          while (matcher.find()) {
            String example = matcher.group(1).replaceAll("(?m)^ \\* ?", "");
            tests.add(
                DynamicTest.dynamicTest(
                    sources.relativize(file).toString(),
                    () -> assertEquals(List.of(), errors(example), example)));
          }
        }
      }
    }
    assertTrue(tests.size() >= 10, () -> tests.size() + " examples");
    return tests;
  }

  @Test
  void exampleThatDoesNotCompileIsNoticed() {
    assertEquals(1, errors("Backend backend = missing;").size());
  }

  // An example is a class, or members of one, or statements.
  private List<String> errors(String example) {
    String body =
        example.startsWith("class ")
            ? example
            : example.startsWith("@")
                ? "abstract class Example extends Given {\n" + example + "\n}"
                : "abstract class Example extends Given {\nvoid example(long seed) {\n"
                    + example
                    + "\n}\n}";
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return IMPORTS + body + "\n" + GIVEN;
          }
        };
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    boolean unused =
        compiler
            .getTask(
                null,
                null,
                found,
                List.of("-proc:none", "-d", directory.toString(), "-cp", classPath),
                null,
                List.of(source))
            .call();
    return found.getDiagnostics().stream()
        .filter(each -> each.getKind() == javax.tools.Diagnostic.Kind.ERROR)
        .map(each -> each.getMessage(null))
        .toList();
  }
}
