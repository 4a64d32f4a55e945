package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.RowFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The table of immutable objects, never written conditionally. */
final class PlainTable {
  private final CassandraSession database;
  private final RowMapping.Objects rows = new RowMapping.Objects(Layout.IMMUTABLE);
  private final String select;
  private final String insert;
  private final String delete;

  PlainTable(CassandraSession database) {
    this.database = database;
    Layout layout = rows.layout();
    String table = database.settings().keyspace() + "." + layout.name();
    select = "SELECT %s FROM %s WHERE %s".formatted(Layout.CONTENT, table, layout.whereKey());
    insert =
        "INSERT INTO %s (%s, %s) VALUES (?, ?, ?, ?, ?)"
            .formatted(table, layout.keyNames(), Layout.CONTENT);
    delete = "DELETE FROM %s WHERE %s".formatted(table, layout.whereKey());
  }

  CompletionStage<Optional<ObjectRow>> read(Access access, ObjectKey key) {
    return database
        .send(access, select, rows.keyValues(key))
        .thenApply(answer -> Optional.ofNullable(answer.one()).map(row -> decode(key, row)));
  }

  CompletionStage<AsyncResultSet> write(ObjectRow row) {
    List<Object> values = new ArrayList<>(rows.keyValues(row.key()));
    values.add(RowFormat.encode(row).toByteBuffer());
    return database.send(Access.PLAIN_WRITE, insert, values);
  }

  CompletionStage<AsyncResultSet> delete(ObjectKey key) {
    return database.send(Access.PLAIN_WRITE, delete, rows.keyValues(key));
  }

  /** Decodes the row of {@code key} from these columns. */
  ObjectRow decode(ObjectKey key, Row row) {
    ByteBuffer content = row.getByteBuffer(Layout.CONTENT);
    ObjectRow decoded = rows.decode(key, RowMapping.bytes(content));
    if (decoded.token().isPresent()) {
      throw new DamagedDataException(
          "%s is in table %s and has a token; that table has immutable objects only"
              .formatted(key, rows.layout().name()));
    }
    return decoded;
  }
}
