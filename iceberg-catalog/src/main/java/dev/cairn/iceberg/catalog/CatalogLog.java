package dev.cairn.iceberg.catalog;

import dev.cairn.api.store.Workspace;

/** What commits of the catalog say about themselves in the store's log. */
final class CatalogLog {
  /** What is done, such as {@code create-table}. */
  static final String OPERATION = "operation";

  /** The client that did it; absent if it is not known. */
  static final String PRINCIPAL = "principal";

  /** The ID of its request; absent if it has none. */
  static final String REQUEST = "request-id";

  // In UTF-8 at most three bytes each: all texts together fit into an entry.
  private static final int MAX_CHARACTERS = 500;

  private CatalogLog() {}

  static void write(CatalogEdits edits, String operation, Object name) {
    Workspace workspace = edits.workspace();
    workspace.message(operation + " " + shortened(name.toString()));
    sign(workspace, edits.request(), operation);
  }

  /**
   * Says which request makes a commit. Under a key, a request that changes nothing makes one too.
   */
  static void sign(Workspace workspace, CatalogRequest request, String operation) {
    workspace.attribute(OPERATION, operation);
    request.principal().name().ifPresent(who -> workspace.attribute(PRINCIPAL, shortened(who)));
    request.requestId().ifPresent(id -> workspace.attribute(REQUEST, shortened(id)));
  }

  static String shortened(String text) {
    return shortened(text, MAX_CHARACTERS);
  }

  /** At most {@code max} characters of {@code text}, without half of a surrogate pair. */
  static String shortened(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    boolean isPair = Character.isHighSurrogate(text.charAt(max - 1));
    return text.substring(0, isPair ? max - 1 : max);
  }
}
