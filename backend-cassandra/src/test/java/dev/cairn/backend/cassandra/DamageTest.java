package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.testkit.TestRun;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that another program wrote. */
class DamageTest {
  @RegisterExtension final TestRun run = new TestRun();

  // A separate keyspace: other tests could not scan one with these rows.
  private final String keyspace = CassandraServer.newKeyspace("damage");
  private final ObjectKey key = new ObjectKey(new Scope("t", "c"), "thing", ObjectId.of(1));
  private CassandraServer server;
  private Backend backend;

  @BeforeEach
  void create() {
    server = CassandraServer.of(run);
    backend = server.backend(server.settings().keyspace(keyspace));
    backend.createSchema();
  }

  @AfterEach
  void drop() {
    server.define("DROP KEYSPACE " + keyspace);
  }

  @Test
  void rowsOfOtherProgramsAreNeverReturned() {
    Token token = new Token(1, 2);
    Bytes good = RowFormat.encode(ObjectRow.updateable(key, Bytes.empty(), token, 1));
    Bytes immutable = RowFormat.encode(ObjectRow.immutable(key, Bytes.empty(), 1));
    List<Runnable> damages =
        List.of(
            () -> immutable(null),
            () -> immutable(ByteBuffer.allocate(0)),
            () -> immutable(good.toByteBuffer()),
            () -> updateable(token.toBytes().toByteBuffer(), null),
            () -> updateable(null, good.toByteBuffer()),
            () -> updateable(ByteBuffer.allocate(3), good.toByteBuffer()),
            () -> updateable(new Token(3, 4).toBytes().toByteBuffer(), good.toByteBuffer()),
            () -> updateable(token.toBytes().toByteBuffer(), immutable.toByteBuffer()));
    for (Runnable damage : damages) {
      for (Layout layout : List.of(Layout.IMMUTABLE, Layout.UPDATEABLE)) {
        var unused =
            server.apply(
                "DELETE FROM %s.%s WHERE %s".formatted(keyspace, layout.name(), layout.whereKey()),
                "t",
                "c",
                "thing",
                key.id().bytes().toByteBuffer());
      }
      damage.run();
      assertThrows(DamagedDataException.class, () -> backend.fetch(List.of(key), ReadMode.STRONG));
      // A caller that took the scan for complete would delete what it did not see.
      assertThrows(
          DamagedDataException.class,
          () ->
              backend.scanObjects(
                  Optional.empty(),
                  Optional.empty(),
                  ScanBound.NONE,
                  Optional.empty(),
                  row -> true));
    }
  }

  private void immutable(ByteBuffer content) {
    var unused =
        server.apply(
            "INSERT INTO %s.%s (tenant, catalog, type, id, content) VALUES ('t', 'c', 'thing', ?, ?)"
                .formatted(keyspace, Layout.IMMUTABLE.name()),
            key.id().bytes().toByteBuffer(),
            content);
  }

  private void updateable(ByteBuffer token, ByteBuffer content) {
    var unused =
        server.apply(
            "INSERT INTO %s.%s (tenant, catalog, type, id, cas_token, content)"
                    .formatted(keyspace, Layout.UPDATEABLE.name())
                + " VALUES ('t', 'c', 'thing', ?, ?, ?)",
            key.id().bytes().toByteBuffer(),
            token,
            content);
  }
}
