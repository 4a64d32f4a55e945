package dev.cairn.testkit.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.ServerKind.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ServersTest {
  @RegisterExtension final TestRun run = new TestRun();

  private final List<String> printed = new ArrayList<>();

  private record Server(String address) implements TestServer {
    @Override
    public void close() {}
  }

  private record Kind(List<Way<Server>> ways) implements ServerKind<Server> {
    @Override
    public String backend() {
      return "some";
    }

    @Override
    public Server given(String uri) {
      return new Server(uri);
    }
  }

  private static Way<Server> blocked(String name) {
    return new Way<>(
        name,
        () -> Optional.of("no " + name),
        () -> {
          throw new AssertionError("started in spite of its obstacle");
        });
  }

  private Server choose(Kind kind, Optional<String> given) {
    return Servers.choose(kind, given, printed::add);
  }

  @Test
  void givenAddressComesFirst() {
    Kind kind = new Kind(List.of(Way.always("packaged", () -> new Server("local"))));
    assertEquals("there", choose(kind, Optional.of(" there ")).address());
    assertEquals(List.of("[cairn] some tests run on the server that was given, at there"), printed);
  }

  @Test
  void firstWayWithoutAnObstacleIsTakenAndPrinted() {
    Kind kind =
        new Kind(
            List.of(
                blocked("package"),
                Way.always("container", () -> new Server("box")),
                Way.always("other", () -> new Server("other"))));
    assertEquals("box", choose(kind, Optional.of("")).address());
    assertEquals(List.of("[cairn] some tests run on container, at box"), printed);
  }

  @Test
  void containerIsTakenWhereItIsAskedForThoughAnotherWayIsFirst() {
    Kind kind =
        new Kind(
            List.of(
                Way.always("packaged", () -> new Server("local")),
                Way.container("box", () -> true, () -> new Server("in a box"))));
    assertEquals("local", choose(kind, Optional.empty()).address());
    assertEquals("in a box", choose(kind, Optional.of("container")).address());
    Kind without =
        new Kind(
            List.of(
                Way.always("packaged", () -> new Server("local")),
                Way.container("box", () -> false, () -> new Server("in a box"))));
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> choose(without, Optional.of("container")));
    assertTrue(e.getMessage().contains("box: no Docker engine answers"), e::getMessage);
  }

  @Test
  void withoutAWayTestsFailAndSayWhatToDo() {
    Kind kind = new Kind(List.of(blocked("package"), blocked("container")));
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> choose(kind, Optional.empty()));
    assertTrue(e.getMessage().contains("-Dcairn.test.some.uri=…"), e::getMessage);
    assertTrue(e.getMessage().contains("package: no package"), e::getMessage);
    assertTrue(e.getMessage().contains("container: no container"), e::getMessage);
  }

  @Test
  void oneServerServesTheWholeRunAndStandsInItsReport() throws IOException {
    Kind kind = new Kind(List.of(Way.always("packaged", () -> new Server("local"))));
    Server first = Servers.get(run, Server.class, kind);
    assertSame(first, Servers.get(run, Server.class, kind));
    Path report = Path.of("target", "surefire-reports", "cairn-run.txt");
    assertTrue(
        Files.readString(report).contains("server: [cairn] some tests run on packaged, at local"));
  }
}
