package dev.cairn.testkit.history;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/** Rows, keys and answers in few words, for traces and pages. */
public final class RowText {
  private static final int DIGITS = 8;

  private RowText() {}

  /** {@code thing} in few words; what is none of the contract's types as it describes itself. */
  public static String of(Object thing) {
    if (thing instanceof ObjectRow row) {
      return of(row.key()) + ": " + version(row);
    } else if (thing instanceof ReferenceRow row) {
      return row.key().name() + ": " + version(row);
    } else if (thing instanceof ObjectKey key) {
      return key.type() + "/" + end(key.id().toString());
    } else if (thing instanceof Token token) {
      return "token " + token.toString().substring(0, DIGITS);
    } else if (thing instanceof Optional<?> optional) {
      return optional.map(RowText::of).orElse("nothing");
    } else if (thing instanceof Collection<?> all) {
      return all.stream().map(RowText::of).collect(Collectors.joining("; "));
    } else if (thing instanceof CasResult<?> result) {
      return of(result);
    }
    return thing.toString();
  }

  /** A row in few words where it is clear which row it is. */
  static String version(Object thing) {
    if (thing instanceof ReferenceRow row) {
      return "version %d, head %s, %s%s"
          .formatted(
              row.version(),
              row.headId().isPresent() ? row.headId().getAsLong() : "none",
              of(row.token()),
              row.isTombstone() ? ", deleted" : "");
    }
    ObjectRow row = (ObjectRow) thing;
    return "%s, %d bytes (%08x)"
        .formatted(
            row.token().map(RowText::of).orElse("immutable"),
            row.value().length(),
            row.value().hashCode());
  }

  private static String of(CasResult<?> result) {
    if (result instanceof CasResult.Conflict<?> conflict) {
      return conflict.reported() ? "conflict with " + of(conflict.row()) : "conflict";
    } else if (result instanceof CasResult.Unknown<?> unknown) {
      return "unknown: " + unknown.cause().getMessage();
    }
    return "applied";
  }

  // Numbers differ at their end, and so do hashes.
  private static String end(String id) {
    return id.length() <= DIGITS ? id : "…" + id.substring(id.length() - DIGITS);
  }
}
