package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table.
 *
 * @param key as {@link dev.cairn.api.spi.RowKeys} writes it
 * @param token what conditional writes compare; none for immutable objects
 * @param content as {@link dev.cairn.api.spi.RowFormat} writes it
 */
record StoredRow(Bytes key, @Nullable Bytes token, Bytes content) {
  static final String COLUMNS = "k, token, content";

  /** All rows of a query for {@link #COLUMNS}. */
  static List<StoredRow> readAll(ResultSet rows) throws SQLException {
    List<StoredRow> all = new ArrayList<>();
    while (rows.next()) {
      byte @Nullable [] token = rows.getBytes(2);
      all.add(
          new StoredRow(
              Bytes.wrap(rows.getBytes(1)),
              token == null ? null : Bytes.wrap(token),
              Bytes.wrap(rows.getBytes(3))));
    }
    return all;
  }

  byte[] keyBytes() {
    return key.toByteArray();
  }

  byte[] contentBytes() {
    return content.toByteArray();
  }

  byte[] tokenBytes() {
    if (token == null) {
      throw new IllegalStateException("an immutable row is not written conditionally");
    }
    return token.toByteArray();
  }
}
