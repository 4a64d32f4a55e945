package dev.cairn.iceberg.server.rest;

import java.util.List;

/** The header {@code If-None-Match}. */
final class EntityTags {
  private EntityTags() {}

  /**
   * Whether the lists {@code values} have {@code tag}, compared weakly as RFC 9110 asks. An
   * asterisk alone stands for any tag.
   */
  static boolean isAmong(List<String> values, String tag) {
    for (String value : values) {
      if (value.strip().equals("*")) {
        return true;
      }
      for (String each : value.split(",", -1)) {
        String text = each.strip();
        String strong = text.startsWith("W/") ? text.substring(2) : text;
        if (strong.equals(tag)) {
          return true;
        }
      }
    }
    return false;
  }
}
