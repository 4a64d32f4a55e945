package dev.cairn.simulation.broken;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.RowKeys;
import dev.cairn.testkit.TestClock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Values, times and limits, broken. */
final class BrokenValues {
  private BrokenValues() {}

  /** The last byte of a value of exactly the limit is lost. */
  static final class CutsAtTheLimit extends Broken {
    CutsAtTheLimit(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      super.write(
          rows.stream()
              .map(row -> ObjectRow.immutable(row.key(), cut(row.value()), row.createdAtMicros()))
              .toList());
    }

    private Bytes cut(Bytes value) {
      return value.length() == limits().maxValueBytes()
          ? value.slice(0, value.length() - 1)
          : value;
    }
  }

  /** A large value that is swapped in is cut. */
  static final class CutsUpdateables extends Broken {
    CutsUpdateables(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      Bytes value = next.value().length() < 1 << 12 ? next.value() : next.value().slice(0, 1 << 12);
      return super.swap(
          expected,
          new ObjectRow(
              next.key(), value, next.token(), next.createdAtMicros(), next.expiresAtMicros()));
    }
  }

  /** A value over the limit is cut and written. */
  static final class AcceptsTooLarge extends Broken {
    AcceptsTooLarge(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      super.write(
          rows.stream()
              .map(row -> ObjectRow.immutable(row.key(), fit(row.value()), row.createdAtMicros()))
              .toList());
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {
      return super.insert(Broken.withValue(row, fit(row.value())));
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      return super.swap(expected, Broken.withValue(next, fit(next.value())));
    }

    private Bytes fit(Bytes value) {
      return value.slice(0, Math.min(value.length(), limits().maxValueBytes()));
    }
  }

  /** The database limits rows, and the limit of values leaves no room for the longest keys. */
  static final class NoRoomForLongKeys extends Broken {
    private static final int ROOM = 128;

    NoRoomForLongKeys(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private ObjectRow checked(ObjectRow row) {
      int bytes = RowKeys.encode(row.key()).length() + row.value().length();
      if (bytes > limits().maxValueBytes() + ROOM) {
        throw new BackendUnavailableException(
            "the database refuses a row of %d bytes".formatted(bytes));
      }
      return row;
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      super.write(rows.stream().map(this::checked).toList());
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {
      return super.insert(checked(row));
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      return super.swap(expected, checked(next));
    }
  }

  /** Rows before one that is too large are written. */
  static final class WritesHalfABatch extends Broken {
    WritesHalfABatch(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      rows.forEach(row -> super.write(List.of(row)));
    }
  }

  /** A row without a value is taken for no row. */
  static final class LosesEmptyValues extends Broken {
    LosesEmptyValues(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      return super.fetch(keys, mode).stream()
          .map(row -> row.filter(found -> !found.value().isEmpty()))
          .toList();
    }
  }

  /** Values pass through a text encoding. */
  static final class ValuesAreText extends Broken {
    ValuesAreText(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      return super.fetch(keys, mode).stream()
          .map(
              row ->
                  row.map(found -> Broken.withValue(found, Bytes.ofUtf8(found.value().toUtf8()))))
          .toList();
    }
  }

  /** Created-at is kept in milliseconds. */
  static final class TimesInMillis extends Broken {
    TimesInMillis(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      return super.fetch(keys, mode).stream()
          .map(
              row ->
                  row.map(
                      found ->
                          new ObjectRow(
                              found.key(),
                              found.value(),
                              found.token(),
                              found.createdAtMicros() / 1_000 * 1_000,
                              found.expiresAtMicros())))
          .toList();
    }
  }

  /** Rows are fetched without the second half of their tokens. */
  static final class TokensNotFetched extends Broken {
    TokensNotFetched(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      return super.fetch(keys, mode).stream()
          .map(
              row ->
                  row.map(
                      found ->
                          new ObjectRow(
                              found.key(),
                              found.value(),
                              found.token().map(token -> new Token(token.high(), 0)),
                              found.createdAtMicros(),
                              found.expiresAtMicros())))
          .toList();
    }
  }
}
