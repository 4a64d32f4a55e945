package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.datastax.oss.driver.api.core.CqlSession;
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
import dev.cairn.testkit.TestRun;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that somebody else wrote. */
class DamageTest {
  @RegisterExtension final TestRun run = new TestRun();

  // Of its own: nobody else could scan a keyspace with these rows.
  private final String keyspace = "d" + UUID.randomUUID().toString().replace("-", "");
  private final ObjectKey key = new ObjectKey(new Scope("t", "c"), "thing", ObjectId.of(1));
  private CqlSession session;
  private Backend backend;

  @BeforeEach
  void connect() {
    TestSettings settings = CassandraServer.of(run).settings().keyspace(keyspace);
    session = new Connector(settings.settings()).connect();
    backend = settings.create();
  }

  @AfterEach
  void disconnect() {
    var unused = session.execute("DROP KEYSPACE " + keyspace);
    session.close();
    backend.close();
  }

  @Test
  void rowsThatNobodyWroteAreNeverReturned() {
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
      session.execute("TRUNCATE %s.%s".formatted(keyspace, Layout.IMMUTABLE.name()));
      session.execute("TRUNCATE %s.%s".formatted(keyspace, Layout.UPDATEABLE.name()));
      damage.run();
      assertThrows(DamagedDataException.class, () -> backend.fetch(List.of(key), ReadMode.STRONG));
      // Who took the scan for a complete one would delete what it did not see.
      assertThrows(
          DamagedDataException.class,
          () ->
              backend.scanObjects(
                  Optional.empty(), Optional.empty(), Optional.empty(), row -> true));
    }
  }

  private void immutable(ByteBuffer content) {
    session.execute(
        "INSERT INTO %s.%s (tenant, catalog, type, id, content) VALUES ('t', 'c', 'thing', ?, ?)"
            .formatted(keyspace, Layout.IMMUTABLE.name()),
        key.id().bytes().toByteBuffer(),
        content);
  }

  private void updateable(ByteBuffer token, ByteBuffer content) {
    session.execute(
        "INSERT INTO %s.%s (tenant, catalog, type, id, cas_token, content)"
                .formatted(keyspace, Layout.UPDATEABLE.name())
            + " VALUES ('t', 'c', 'thing', ?, ?, ?)",
        key.id().bytes().toByteBuffer(),
        token,
        content);
  }
}
