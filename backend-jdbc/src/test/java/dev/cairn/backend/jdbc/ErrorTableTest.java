package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every line of the table of errors in the documentation holds, and nothing is missing there. */
class ErrorTableTest {
  private static final Map<String, List<String>> SCHEMES =
      Map.of(
          "all", List.of("jdbc:postgresql:", "jdbc:mariadb:", "jdbc:mysql:", "jdbc:h2:"),
          "PostgreSQL", List.of("jdbc:postgresql:"),
          "MariaDB, MySQL", List.of("jdbc:mariadb:", "jdbc:mysql:"),
          "H2", List.of("jdbc:h2:"));

  @RegisterExtension final TestRun run = new TestRun();

  /**
   * A line of the table.
   *
   * @param state the SQLSTATE, or a class of them that ends with points
   * @param number of the vendor; 0 if it does not matter
   */
  record Line(String state, int number, String databases, String outcome) {
    boolean isClass() {
      return state.endsWith("…");
    }

    List<Dialect> dialects() {
      return SCHEMES.get(databases).stream().map(Dialects::of).toList();
    }

    SQLException error() {
      return new SQLException("of the table", state.replace("…", "000"), number);
    }
  }

  static List<Line> lines() throws IOException {
    return Files.readString(SettingsTable.BACKENDS)
        .lines()
        .dropWhile(line -> !line.startsWith("| SQLSTATE |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.split("\\|", -1))
        .map(cells -> Arrays.stream(cells).map(String::strip).toArray(String[]::new))
        .map(
            cells ->
                new Line(
                    cells[1].replace("`", ""),
                    cells[2].isEmpty() ? 0 : Integer.parseInt(cells[2]),
                    cells[3],
                    cells[5]))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void errorMeansWhatItsLineSays(Line line) {
    for (Dialect dialect : line.dialects()) {
      JdbcFailures failures = new JdbcFailures(dialect, "the database");
      SQLException error = line.error();
      assertEquals(
          line.outcome().startsWith("conflict"),
          dialect.isDuplicate(error),
          "whether a row is there");
      assertEquals(
          !line.outcome().equals("unknown"),
          failures.provesNothingWasDone(error),
          "whether it proves that nothing was done");
      assertEquals(
          line.outcome().endsWith("repeated"), failures.lostARace(error), "whether bulk repeats");
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void conditionalWritesHaveTheOutcomeOfTheLine(Line line) {
    TestDatabase database = TestServers.h2(run).database();
    for (Dialect dialect : line.dialects()) {
      FailingConnections connections = FailingConnections.to(database.settings());
      try (JdbcBackend backend = connections.open(database.settings(), dialect)) {
        for (Write.Kind kind : Write.Kind.values()) {
          connections.fail("prepareStatement", null, line.error());
          Write write = Write.of(kind, "table-" + Rows.token());
          if (line.outcome().equals("unknown")) {
            assertInstanceOf(CasResult.Unknown.class, write.call().apply(backend), "" + kind);
          } else if (!line.outcome().startsWith("conflict")) {
            assertThrows(
                BackendUnavailableException.class, () -> write.call().apply(backend), "" + kind);
          }
        }
        connections.failNoMore();
      }
    }
  }

  @Test
  void everyErrorThatTheCodeKnowsHasItsLine() throws IOException {
    Set<String> known =
        Stream.concat(
                JdbcFailures.REFUSALS.stream(),
                JdbcFailures.REFUSED_CLASSES.stream().map(state -> state + "…"))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> documented =
        lines().stream()
            .filter(line -> line.number() == 0 && line.outcome().startsWith("not applied"))
            .map(Line::state)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(known, documented, "states after which nothing was done");
    for (Dialect dialect : SCHEMES.get("all").stream().map(Dialects::of).toList()) {
      Set<Integer> numbers =
          lines().stream()
              .filter(line -> line.outcome().startsWith("not applied"))
              .filter(
                  line ->
                      line.databases().equals("all")
                          || line.dialects().stream()
                              .anyMatch(each -> each.getClass().equals(dialect.getClass())))
              .map(Line::number)
              .collect(Collectors.toSet());
      assertTrue(numbers.containsAll(dialect.texts().refusals()), () -> "numbers: " + numbers);
    }
  }
}
