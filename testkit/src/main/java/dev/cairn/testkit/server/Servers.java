package dev.cairn.testkit.server;

import dev.cairn.testkit.Details;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.ServerKind.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Servers for tests: one of each kind a run, started when the first test needs it and stopped when
 * the run ends. Which one it is stands in the report of the run ({@link TestRun#report}) and
 * belongs to its {@link Details}.
 */
public final class Servers {
  /** In place of an address: a server in a container, whatever else there is. */
  public static final String CONTAINER = "container";

  private Servers() {}

  /**
   * The server of this run.
   *
   * @throws IllegalStateException if there is no way to one: tests are not skipped for that
   */
  public static <S extends TestServer> S get(TestRun run, Class<S> type, ServerKind<S> kind) {
    Optional<String> given = run.parameter(property(kind.backend()));
    return run.once(
        type,
        () ->
            choose(
                kind,
                given,
                line -> {
                  Details.print(line);
                  run.report("server", line);
                }));
  }

  /** The property with which the user gives an address. */
  public static String property(String backend) {
    return "cairn.test." + backend + ".uri";
  }

  static <S extends TestServer> S choose(
      ServerKind<S> kind, Optional<String> given, Consumer<String> print) {
    boolean inContainer = given.map(String::strip).filter(CONTAINER::equals).isPresent();
    if (given.isPresent() && !given.get().isBlank() && !inContainer) {
      return told(kind, "the server that was given", kind.given(given.get().strip()), print);
    }
    List<String> obstacles = new ArrayList<>();
    for (Way<S> way : kind.ways()) {
      if (inContainer && !way.inContainer()) {
        continue;
      }
      Optional<String> obstacle = way.obstacle().get();
      if (obstacle.isEmpty()) {
        return told(kind, way.name(), way.start().get(), print);
      }
      obstacles.add(way.name() + ": " + obstacle.get());
    }
    throw new IllegalStateException(
        "there is no %s server for the tests; give one with -D%s=…, or mend one of: %s"
            .formatted(kind.backend(), property(kind.backend()), obstacles));
  }

  private static <S extends TestServer> S told(
      ServerKind<S> kind, String name, S server, Consumer<String> print) {
    print.accept(
        "[cairn] %s tests run on %s, at %s".formatted(kind.backend(), name, server.address()));
    return server;
  }
}
