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
 * How rows of one table become what the engine knows.
 *
 * @param <K> their keys
 * @param <R> the rows
 */
interface Rows<K, R> {
  Layout layout();

  /** The columns of the key, as they are bound. */
  List<Object> keyValues(K key);

  /** The key that {@code row} has columns of. */
  K key(Row row);

  R decode(K key, Bytes content);

  Optional<Token> token(R row);

  /** References. */
  record References() implements Rows<ReferenceKey, ReferenceRow> {
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

  /** Objects of either kind, each kind in a table of its own. */
  record Objects(Layout layout) implements Rows<ObjectKey, ObjectRow> {
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
        "table %s has a row with a key that nobody writes: %s"
            .formatted(layout.name(), e.getMessage()),
        e);
  }

  /** A copy, which does not keep all of an answer in memory. */
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
