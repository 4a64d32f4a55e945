package dev.cairn.core.internal.codec;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format level of a store, in one row that every process reads before anything else.
 *
 * <p>A release reads the newest level it knows and the one before, and writes the level that is
 * stored. Old and new processes can therefore run side by side; when the last old one has stopped,
 * an operator {@linkplain #raise raises} the level. A process that does not know the stored level
 * refuses to start.
 *
 * <p>The row's encoding never changes: the text {@code cairn-format-level=} and a decimal number.
 */
public final class FormatLevel {
  /** The oldest level this release reads. */
  public static final int OLDEST = 1;

  /** The newest level this release reads and writes. */
  public static final int NEWEST = 2;

  /** The first level at which processes write turns into the rows of references. */
  public static final int TURNS = 2;

  /** The key of the row. */
  public static final ObjectKey KEY =
      new ObjectKey(Scope.SYSTEM, "cairn.format", ObjectId.ofName("cairn-format-level"));

  private static final Pattern TEXT = Pattern.compile("cairn-format-level=([1-9][0-9]{0,2})");

  private final Backend backend;
  private final Environment environment;

  /** The level of the store in {@code backend}. */
  public FormatLevel(Backend backend, Environment environment) {
    this.backend = backend;
    this.environment = environment;
  }

  static void checkReadable(int level, String what) {
    if (level < OLDEST || level > NEWEST) {
      throw new UnsupportedFormatException(
          "%s has format level %d; this release supports %d to %d: use a release that supports it"
              .formatted(what, level, OLDEST, NEWEST));
    }
  }

  /**
   * The store's level. An empty store gets the newest one; of many processes that start at once,
   * one sets it and the others read it.
   *
   * @throws UnsupportedFormatException if this release does not know the stored level
   */
  public int establish() {
    // An insert whose reply is lost is simply repeated: it changes nothing if the row exists.
    for (int tryNumber = 1; ; tryNumber++) {
      Optional<ObjectRow> row = readRow();
      if (row.isPresent()) {
        return levelOf(row.get());
      }
      CasResult<ObjectRow> result = backend.insert(newRow(NEWEST));
      if (result instanceof CasResult.Applied) {
        return NEWEST;
      }
      if (tryNumber == Backoff.BRIEF.tries()) {
        throw new BackendUnavailableException(
            "the format level could not be stored in %d tries; last: %s"
                .formatted(tryNumber, result));
      }
      Backoff.BRIEF.await(tryNumber, environment);
    }
  }

  /** The store's level; empty if the store is empty. */
  public Optional<Integer> read() {
    return readRow().map(FormatLevel::levelOf);
  }

  /**
   * Raises the store's level, which every running process must support. It never decreases.
   *
   * @return the stored level, {@code level} or higher
   * @throws UnknownOutcomeException if it is unknown whether it was raised
   */
  public int raise(int level) {
    checkReadable(level, "the level to raise to");
    for (int tryNumber = 1; ; tryNumber++) {
      ObjectRow row =
          readRow()
              .orElseThrow(
                  () ->
                      new UnsupportedFormatException("the store is empty; start a process first"));
      int stored = levelOf(row);
      if (stored >= level) {
        return stored;
      }
      CasResult<ObjectRow> result = backend.swap(row.token().orElseThrow(), newRow(level));
      if (result instanceof CasResult.Applied) {
        return level;
      }
      if (tryNumber == Backoff.BRIEF.tries()) {
        throw new UnknownOutcomeException(
            "the format level may or may not have been raised in %d tries; read it again (last: %s)"
                .formatted(tryNumber, result));
      }
      Backoff.BRIEF.await(tryNumber, environment);
    }
  }

  private Optional<ObjectRow> readRow() {
    return backend.fetch(List.of(KEY), ReadMode.STRONG).get(0);
  }

  private ObjectRow newRow(int level) {
    return ObjectRow.updateable(
        KEY,
        Bytes.ofUtf8("cairn-format-level=" + level),
        environment.newToken(),
        environment.nowMicros());
  }

  private static int levelOf(ObjectRow row) {
    Matcher text = TEXT.matcher(row.value().toUtf8());
    if (!text.matches()) {
      throw new DamagedDataException("the row of the format level, " + KEY + ", is damaged");
    }
    int level = Integer.parseInt(text.group(1));
    checkReadable(level, "the store");
    return level;
  }
}
