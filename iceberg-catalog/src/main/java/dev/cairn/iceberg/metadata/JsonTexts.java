package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.internal.Utf8;

/** The text in JSON that others have written. */
public final class JsonTexts {
  private JsonTexts() {}

  /**
   * Refuses halves of surrogate pairs, which JSON can escape: no answer could repeat them, and no
   * file could hold them.
   *
   * @throws IllegalArgumentException if a value or the name of a field has one
   */
  public static void check(JsonNode node) {
    if (node.isTextual()) {
      String unused = Utf8.checked("text", node.textValue());
    }
    node.fieldNames().forEachRemaining(name -> Utf8.checked("text", name));
    node.forEach(JsonTexts::check);
  }
}
