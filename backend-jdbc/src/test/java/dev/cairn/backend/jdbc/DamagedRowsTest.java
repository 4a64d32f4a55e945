package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.testkit.TestRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that something else changed. */
class DamagedRowsTest {
  @RegisterExtension final TestRun run = new TestRun();

  private TestDatabase database;
  private JdbcBackend backend;

  @BeforeEach
  void open() {
    database = TestServers.h2(run).fresh();
    backend = database.ready();
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void contentThatIsNoRowIsDamaged() {
    ObjectRow row = Rows.object(1, "whole");
    backend.write(List.of(row));
    database.execute("UPDATE cairn_objects SET content = X'09'");
    String message =
        String.valueOf(
            assertThrows(DamagedDataException.class, () -> Rows.read(backend, row.key()))
                .getMessage());
    assertTrue(message.contains(row.key().toString()), message);
  }

  @Test
  void tokenThatIsNotTheOneOfTheContentIsDamaged() {
    ReferenceRow row = Rows.reference("main");
    Rows.applied(backend.insertReference(row));
    database.execute("UPDATE cairn_references SET token = X'00'");
    String message =
        String.valueOf(
            assertThrows(DamagedDataException.class, () -> Rows.read(backend, row.key()))
                .getMessage());
    assertTrue(message.contains("token"), message);
  }

  @Test
  void keyThatIsNoneIsDamaged() {
    backend.write(List.of(Rows.object(1, "whole")));
    database.execute("UPDATE cairn_objects SET k = X'0141'");
    assertThrows(
        DamagedDataException.class,
        () ->
            backend.scanObjects(
                Optional.empty(),
                Optional.empty(),
                ScanBound.NONE,
                Optional.empty(),
                each -> true));
  }
}
