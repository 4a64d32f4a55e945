package dev.cairn.cli.output;

import java.util.Locale;

/**
 * A number of bytes: exact in JSON, rounded for people.
 *
 * @param bytes how many
 */
public record Size(long bytes) {
  private static final String UNITS = "KMGTPE";

  @Override
  public String toString() {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double rest = bytes / 1024.0;
    int unit = 0;
    while (rest >= 1024 && unit < UNITS.length() - 1) {
      rest /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %cB", rest, UNITS.charAt(unit));
  }
}
