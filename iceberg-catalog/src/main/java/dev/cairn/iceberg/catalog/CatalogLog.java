package dev.cairn.iceberg.catalog;

/** What commits of the catalog say about themselves in the store's log. */
final class CatalogLog {
  private static final int MAX_NAME_CHARACTERS = 500;

  private CatalogLog() {}

  static void write(CatalogEdits edits, String operation, Object name) {
    String text = name.toString();
    String shown =
        text.length() <= MAX_NAME_CHARACTERS ? text : text.substring(0, MAX_NAME_CHARACTERS);
    edits.workspace().message(operation + " " + shown);
    edits.workspace().attribute("operation", operation);
  }
}
