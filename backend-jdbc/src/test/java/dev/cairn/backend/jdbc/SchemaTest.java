package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.SchemaMismatchException;
import dev.cairn.testkit.TestRun;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaTest {
  @RegisterExtension final TestRun run = new TestRun();

  enum Kind {
    POSTGRESQL,
    MARIADB,
    H2
  }

  private TestDatabase fresh(Kind kind) {
    return switch (kind) {
      case POSTGRESQL -> TestServers.postgreSql(run).fresh();
      case MARIADB -> TestServers.mariaDb(run).fresh();
      case H2 -> TestServers.h2(run).fresh();
    };
  }

  private static String mismatch(TestDatabase database) {
    try (JdbcBackend backend = database.open()) {
      return String.valueOf(
          assertThrows(SchemaMismatchException.class, backend::verifySchema).getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource
  void missingSchemaIsRefusedWithTheStatementsThatMakeIt(Kind kind) {
    TestDatabase database = fresh(kind);
    String message = mismatch(database);
    try (JdbcBackend backend = database.open()) {
      assertTrue(message.contains(backend.describeSchema()), message);
    }
  }

  @ParameterizedTest
  @EnumSource
  void describedStatementsMakeASchemaThatIsAccepted(Kind kind) {
    TestDatabase database = fresh(kind);
    try (JdbcBackend backend = database.open()) {
      database.execute(
          Stream.of(backend.describeSchema().split(";\n?", -1))
              .filter(statement -> !statement.isBlank())
              .toArray(String[]::new));
      backend.verifySchema();
      backend.createSchema();
    }
  }

  @ParameterizedTest
  @EnumSource
  void otherDomainIsRefusedAndCreatingDoesNotChangeIt(Kind kind) {
    TestDatabase database = fresh(kind);
    database.ready().close();
    try (JdbcBackend other = database.withDomain("elsewhere").open()) {
      for (Runnable call : List.<Runnable>of(other::verifySchema, other::createSchema)) {
        String message =
            String.valueOf(assertThrows(SchemaMismatchException.class, call::run).getMessage());
        assertTrue(message.contains("'default'"), message);
        assertTrue(message.contains("'elsewhere'"), message);
        assertTrue(message.contains("cairn.jdbc.cas-domain"), message);
      }
    }
    database.ready().close();
  }

  @ParameterizedTest
  @EnumSource
  void laterFormatIsRefused(Kind kind) {
    TestDatabase database = fresh(kind);
    database.ready().close();
    database.execute("UPDATE cairn_schema SET format = 2");
    assertTrue(mismatch(database).contains("its format is 2"));
  }

  @ParameterizedTest
  @EnumSource
  void missingRecordIsRefusedAndMadeAgain(Kind kind) {
    TestDatabase database = fresh(kind);
    database.ready().close();
    database.execute("DELETE FROM cairn_schema");
    assertTrue(mismatch(database).contains("cairn_schema is missing"));
    database.ready().close();
  }

  @ParameterizedTest
  @EnumSource
  void missingColumnIsRefused(Kind kind) {
    TestDatabase database = fresh(kind);
    database.ready().close();
    database.execute("ALTER TABLE cairn_objects DROP COLUMN token");
    assertTrue(mismatch(database).contains("cairn_objects has no column token"));
  }

  @ParameterizedTest
  @EnumSource
  void columnThatIsNotBinaryIsRefused(Kind kind) {
    TestDatabase database = fresh(kind);
    database.execute(
        "CREATE TABLE cairn_objects (k VARCHAR(100) PRIMARY KEY, token VARCHAR(16), content"
            + " VARCHAR(1000))");
    try (JdbcBackend backend = database.open()) {
      String message =
          String.valueOf(
              assertThrows(SchemaMismatchException.class, backend::createSchema).getMessage());
      assertTrue(message.contains("cairn_objects has no column k of a binary type"), message);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tableWithoutItsPrimaryKeyIsRefused(Kind kind) {
    TestDatabase database = fresh(kind);
    database.ready().close();
    database.execute(
        kind == Kind.POSTGRESQL
            ? "ALTER TABLE cairn_references DROP CONSTRAINT cairn_references_pkey"
            : "ALTER TABLE cairn_references DROP PRIMARY KEY");
    assertTrue(mismatch(database).contains("cairn_references has the primary key []"));
  }

  @Test
  void unloggedTableIsRefused() {
    TestDatabase database = fresh(Kind.POSTGRESQL);
    database.ready().close();
    database.execute("ALTER TABLE cairn_objects SET UNLOGGED");
    assertTrue(mismatch(database).contains("cairn_objects is not logged"));
  }

  @Test
  void indexThatEveryCommitWouldChangeIsRefused() {
    TestDatabase database = fresh(Kind.POSTGRESQL);
    database.ready().close();
    database.execute("CREATE INDEX mine ON cairn_references (token)");
    assertTrue(mismatch(database).contains("mine"));
  }

  @Test
  void tableOfAnotherEngineIsRefused() {
    TestDatabase database = fresh(Kind.MARIADB);
    database.ready().close();
    database.execute("ALTER TABLE cairn_references ENGINE = MyISAM");
    assertTrue(mismatch(database).contains("MyISAM"));
  }

  @ParameterizedTest
  @EnumSource
  void schemaIsCreatedByManyAtOnce(Kind kind) {
    TestDatabase database = fresh(kind);
    List<CompletableFuture<Boolean>> all =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          database.ready().close();
                          return true;
                        }))
            .toList();
    all.forEach(each -> assertEquals(true, each.join()));
  }
}
