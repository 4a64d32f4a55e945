package dev.cairn.iceberg.server.rest;

/** Text of clients in messages: short, and nothing that could corrupt a log. */
final class Shown {
  private static final int MAX_CHARACTERS = 100;

  private Shown() {}

  static String text(String text) {
    String printable = text.replaceAll("[^ -~]", "?");
    return printable.length() <= MAX_CHARACTERS
        ? printable
        : printable.substring(0, MAX_CHARACTERS) + "…";
  }
}
