package dev.cairn.testkit.history;

import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call of a backend as it concerns one row.
 *
 * @param client who called
 * @param row the key of the row, a {@link dev.cairn.api.ReferenceKey} or {@link
 *     dev.cairn.api.ObjectKey}
 * @param kind what was to be done
 * @param expected the token a conditional write names
 * @param put the row that a write would leave
 * @param answer what the caller was told
 * @param found the row that a read found or a conflict reported
 */
public record RowCall(
    String client,
    Object row,
    Kind kind,
    @Nullable Token expected,
    @Nullable Object put,
    Answer answer,
    @Nullable Object found,
    long invoked,
    long returned)
    implements Timed {
  /** What is done to a row. */
  public enum Kind {
    /** A strong read, or a visit by a scan. */
    READ,
    /** A weak read. */
    WEAK_READ,
    /** Writes the row if there is none. */
    INSERT,
    /** Replaces the row if it has the expected token. */
    SWAP,
    /** Removes the row if it has the expected token. */
    REMOVE,
    /** Writes an immutable row. */
    WRITE,
    /** Deletes an immutable row. */
    DELETE
  }

  /** What the caller learns. */
  public enum Answer {
    /** What a read found. */
    FOUND,
    /** Done. */
    APPLIED,
    /** Not done, because of the row that is there. */
    CONFLICT,
    /** The same, without a word about what is there. */
    SILENT_CONFLICT,
    /** Nothing. */
    UNKNOWN
  }

  /** The token of a row, if it has one. */
  static Optional<Token> tokenOf(Object row) {
    return row instanceof ReferenceRow reference
        ? Optional.of(reference.token())
        : ((ObjectRow) row).token();
  }

  /** Whether it told what is there. */
  boolean tells() {
    return answer == Answer.FOUND || answer == Answer.CONFLICT;
  }

  /** Whether it changes no row. */
  boolean isPure() {
    return tells() || answer == Answer.SILENT_CONFLICT;
  }

  @Override
  public String describe() {
    StringBuilder text = new StringBuilder(words(kind));
    if (expected != null) {
      text.append(" expecting ").append(RowText.of(expected));
    }
    if (put != null) {
      text.append(" putting ").append(RowText.version(put));
    }
    text.append(": ").append(words(answer));
    if (tells()) {
      text.append(' ').append(found == null ? "no row" : RowText.version(found));
    }
    return text.toString();
  }

  private static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
