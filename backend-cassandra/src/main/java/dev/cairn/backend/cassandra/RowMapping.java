package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maps the rows of one table to rows of the SPI.
 *
 * @param <K> their keys
 * @param <R> the rows
 */
interface RowMapping<K, R> {
  Layout layout();

  /** The values of the key columns, to bind to a statement. */
  List<Object> keyValues(K key);

  /** Reads the key from the columns of {@code row}. */
  K key(Row row);

  R decode(K key, Bytes content);

  Optional<Token> token(R row);

  /** References. */
  record References() implements RowMapping<ReferenceKey, ReferenceRow> {
    @Override
    public Layout layout() {
      return Layout.REFERENCES;
    }

    @Override
    public List<Object> keyValues(ReferenceKey key) {
      return List.of(key.scope().tenantId(), key.scope().catalogId(), key.name());
    }

    @Override
    public ReferenceKey key(Row row) {
      try {
        return new ReferenceKey(scope(row), String.valueOf(row.getString("name")));
      } catch (IllegalArgumentException e) {
        throw damagedKey(layout(), e);
      }
    }

    @Override
    public ReferenceRow decode(ReferenceKey key, Bytes content) {
      return RowFormat.decode(key, content);
    }

    @Override
    public Optional<Token> token(ReferenceRow row) {
      return Optional.of(row.token());
    }
  }

  /** Objects of either kind; each kind has its own table. */
  record Objects(Layout layout) implements RowMapping<ObjectKey, ObjectRow> {
    @Override
    public List<Object> keyValues(ObjectKey key) {
      return List.of(
          key.scope().tenantId(),
          key.scope().catalogId(),
          key.type(),
          key.id().bytes().toByteBuffer());
    }

    @Override
    public ObjectKey key(Row row) {
      try {
        ObjectId id = ObjectId.ofBytes(bytes(row.getByteBuffer("id")));
        return new ObjectKey(scope(row), String.valueOf(row.getString("type")), id);
      } catch (IllegalArgumentException e) {
        throw damagedKey(layout, e);
      }
    }

    @Override
    public ObjectRow decode(ObjectKey key, Bytes content) {
      return RowFormat.decode(key, content);
    }

    @Override
    public Optional<Token> token(ObjectRow row) {
      return row.token();
    }
  }

  private static Scope scope(Row row) {
    return new Scope(
        String.valueOf(row.getString("tenant")), String.valueOf(row.getString("catalog")));
  }

  private static DamagedDataException damagedKey(Layout layout, IllegalArgumentException e) {
    return new DamagedDataException(
        "table %s has a row with a key that Cairn does not write: %s"
            .formatted(layout.name(), e.getMessage()),
        e);
  }

  /** A copy, so that the row does not keep the whole reply in memory. */
  static Bytes bytes(@Nullable ByteBuffer buffer) {
    if (buffer == null) {
      return Bytes.empty();
    }
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return Bytes.wrap(copy);
  }

  static Token token(Object key, ByteBuffer column) {
    try {
      return Token.ofBytes(bytes(column));
    } catch (IllegalArgumentException e) {
      throw new DamagedDataException("the row of %s: %s".formatted(key, e.getMessage()), e);
    }
  }
}
