package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not in the table of errors, which {@link ErrorTableTest} goes through. */
class FailuresTest {
  private static JdbcFailures of(String scheme) {
    return new JdbcFailures(Dialects.of(scheme), "the database");
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

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"none", "4", "00000", "99999"})
  void otherStatesLeaveTheOutcomeUnknown(String state) {
    assertFalse(of("jdbc:postgresql:").provesNothingWasDone(new SQLException("x", state)));
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
