package dev.cairn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * The run of all tests in this process, for what is made once and shared by test classes: a
 * database server, a connection to it.
 *
 * <pre>{@code
 * @RegisterExtension final TestRun run = new TestRun();
 *
 * MyServer server() {
 *   return run.once(MyServer.class, MyServer::start);
 * }
 * }</pre>
 */
public final class TestRun implements BeforeEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(TestRun.class);

  private @Nullable ExtensionContext context;

  /** Takes part in the run from the next test on. */
  @Override
  public void beforeEach(ExtensionContext testContext) {
    context = testContext;
  }

  /**
   * What {@code make} gives the first time a test asks for {@code key} in this run; closed when the
   * run ends, after everything that was made later.
   */
  public <T extends AutoCloseable> T once(Object key, Class<T> type, Supplier<T> make) {
    Resources resources =
        context()
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(Resources.class, unused -> new Resources(), Resources.class);
    return type.cast(resources.once(key, make));
  }

  /** The same, with the class of what is made as its key. */
  public <T extends AutoCloseable> T once(Class<T> type, Supplier<T> make) {
    return once(type, type, make);
  }

  /** A parameter of the run: of JUnit's launcher, or else the system property of that name. */
  public Optional<String> parameter(String name) {
    return context().getConfigurationParameter(name);
  }

  /**
   * Adds a line to the report of the run: an entry for JUnit's listeners, and a line in {@code
   * target/surefire-reports/cairn-run.txt}, as Surefire leaves entries out.
   */
  public void report(String name, String value) {
    report(context(), name, value);
  }

  /** The same for extensions, which know the run by their context. */
  public static void report(ExtensionContext context, String name, String value) {
    context.publishReportEntry(name, value);
    Path target = Path.of("target");
    if (Files.isDirectory(target)) {
      try {
        Path reports = Files.createDirectories(target.resolve("surefire-reports"));
        Files.writeString(
            reports.resolve("cairn-run.txt"),
            "%s %s: %s%n".formatted(Instant.now(), name, value),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private ExtensionContext context() {
    ExtensionContext current = context;
    if (current == null) {
      throw new IllegalStateException(
          "no test runs yet; declare the run as a field: @RegisterExtension final TestRun run");
    }
    return current;
  }

  // JUnit would close by the order in which making began: a server before the connection that
  // started it on demand. Here the order is that in which making ended.
  @SuppressWarnings("try") // It closes things of every kind, so it may throw whatever they throw.
  private static final class Resources implements AutoCloseable {
    private final Map<Object, AutoCloseable> made = new HashMap<>();
    private final Deque<AutoCloseable> oldestFirst = new ArrayDeque<>();

    synchronized AutoCloseable once(Object key, Supplier<? extends AutoCloseable> make) {
      AutoCloseable known = made.get(key);
      if (known != null) {
        return known;
      }
      AutoCloseable fresh = make.get();
      made.put(key, fresh);
      oldestFirst.addLast(fresh);
      return fresh;
    }

    @Override
    public synchronized void close() throws Exception {
      AutoCloseable oldest = oldestFirst.pollFirst();
      if (oldest != null) {
        try {
          close();
        } finally {
          oldest.close();
        }
      }
    }
  }
}
