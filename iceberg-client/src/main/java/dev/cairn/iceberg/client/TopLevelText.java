package dev.cairn.iceberg.client;

import java.util.Optional;

/**
 * Finds a text field at the top level of a JSON object.
 *
 * <p>A parser would be the only dependency of this module. This reads as much as it needs; what is
 * not JSON has no fields.
 */
final class TopLevelText {
  private final String json;
  private int at;

  TopLevelText(String json) {
    this.json = json;
  }

  /** The value of the field {@code name}; empty if it is missing, or not plain text. */
  Optional<String> find(String name) {
    int depth = 0;
    for (at = 0; at < json.length(); at++) {
      char each = json.charAt(at);
      if (each == '{' || each == '[') {
        depth++;
      } else if (each == '}' || each == ']') {
        depth--;
      } else if (each == '"') {
        String text = text();
        if (depth == 1 && text.equals(name)) {
          if (next() == ':') {
            return next() == '"' ? Optional.of(text()) : Optional.empty();
          }
          at--; // it was a value, and what follows it is still to be read
        }
      }
    }
    return Optional.empty();
  }

  /** The text that begins here, as it stands there; leaves the position at its last quote. */
  private String text() {
    int begin = at + 1;
    for (at = begin; at < json.length() && json.charAt(at) != '"'; at++) {
      if (json.charAt(at) == '\\') {
        at++;
      }
    }
    return json.substring(Math.min(begin, json.length()), Math.min(at, json.length()));
  }

  /** Moves to the next character that is not a space. */
  private char next() {
    at++;
    while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
      at++;
    }
    return at < json.length() ? json.charAt(at) : '\0';
  }
}
