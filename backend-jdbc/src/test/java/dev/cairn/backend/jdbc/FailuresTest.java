package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each SQLSTATE, and each number of a vendor, says about a conditional write. */
class FailuresTest {
  private static JdbcFailures of(String scheme) {
    return new JdbcFailures(Dialects.of(scheme), "the database");
  }

  @ParameterizedTest
  @CsvSource({
    "08001, no connection could be made",
    "08004, the server rejected the connection",
    "25006, read-only transaction",
    "40001, serialization failure",
    "40P01, deadlock detected",
    "53300, too many connections",
    "55P03, lock not available",
    "57014, cancelled by the statement's time limit",
    "HYT00, lock timeout of H2",
    "0A000, feature not supported",
    "22001, string data right truncation",
    "23502, not null violation",
    "28P01, invalid password",
    "3D000, no such database",
    "3F000, no such schema",
    "42501, insufficient privilege",
    "42P01, undefined table"
  })
  void errorThatTheServerReportsForAStatementProvesThatNothingWasDone(String state, String what) {
    assertTrue(of("jdbc:postgresql:").provesNothingWasDone(new SQLException(what, state)));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "08000, connection exception",
        "08003, connection does not exist",
        "08006, connection failure",
        "08007, transaction resolution unknown",
        "08S01, communication link failure",
        "40003, statement completion unknown",
        "53100, disk full",
        "57P01, shut down by an administrator perhaps while the commit waited for a standby",
        "57P02, crash shutdown",
        "57P03, cannot connect now",
        "58030, input and output error",
        "70100, query killed",
        "HY000, general error",
        "XX000, internal error",
        "90067, connection of H2 broken",
        "none, no state",
        "4, no state that the standard knows"
      })
  void whateverElseHappensLeavesTheOutcomeUnknown(String state, String what) {
    assertFalse(of("jdbc:postgresql:").provesNothingWasDone(new SQLException(what, state)));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb:, HY000, 1205, lock wait timeout",
    "jdbc:mariadb:, HY000, 1290, the server runs with read-only",
    "jdbc:mysql:, HY000, 1836, the server is in read-only mode",
    "jdbc:mysql:, 40001, 1213, deadlock",
    "jdbc:h2:, HYT00, 50200, lock timeout",
    "jdbc:h2:, 90131, 90131, concurrent update"
  })
  void errorsWithANumberOfTheVendorProveThatNothingWasDone(
      String scheme, String state, int number, String what) {
    assertTrue(of(scheme).provesNothingWasDone(new SQLException(what, state, number)));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql:, HY000, 1205",
    "jdbc:mariadb:, HY000, 1317",
    "jdbc:mariadb:, 70100, 1969",
    "jdbc:mariadb:, HY000, 1180",
    "jdbc:h2:, 90098, 90098"
  })
  void otherNumbersProveNothing(String scheme, String state, int number) {
    assertFalse(of(scheme).provesNothingWasDone(new SQLException("x", state, number)));
  }

  @Test
  void everyListedStateHasItsTest() {
    assertEquals(
        new TreeSet<>(
            Set.of(
                "08001", "08004", "25006", "40001", "40P01", "53300", "55P03", "57014", "HYT00")),
        new TreeSet<>(JdbcFailures.REFUSALS));
    assertEquals(
        new TreeSet<>(Set.of("0A", "22", "23", "28", "3D", "3F", "42")),
        new TreeSet<>(JdbcFailures.REFUSED_CLASSES));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql:, 40001, 0, true",
    "jdbc:postgresql:, 40P01, 0, true",
    "jdbc:h2:, 23505, 23505, true",
    "jdbc:mariadb:, 40001, 1213, true",
    "jdbc:postgresql:, 08006, 0, false",
    "jdbc:postgresql:, 57014, 0, false"
  })
  void bulkCallsThatLostARaceAreRepeated(
      String scheme, String state, int number, boolean repeated) {
    assertEquals(repeated, of(scheme).lostARace(new SQLException("x", state, number)));
  }

  @Test
  void messageNamesTheReasonThatThePoolWraps() {
    String message =
        of("jdbc:postgresql:")
            .unavailable(
                new SQLTransientConnectionException(
                    "not available, request timed out",
                    new SQLException("Connection to 127.0.0.1:1 refused", "08001")))
            .getMessage();
    assertTrue(message.contains("Connection to 127.0.0.1:1 refused"), message);
    assertTrue(message.contains("the database"), message);
  }

  @Test
  void longMessagesAreCutOff() {
    String message =
        of("jdbc:postgresql:").unavailable(new SQLException("x".repeat(5_000))).getMessage();
    assertTrue(message.length() < 600, message);
  }
}
