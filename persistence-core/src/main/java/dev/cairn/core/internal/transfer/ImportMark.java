package dev.cairn.core.internal.transfer;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import java.util.Map;
import java.util.Objects;

/**
 * The stored mark of an import in progress.
 *
 * @param export the ID of the export
 * @param started when its first row may have been written, in microseconds
 * @param publishing whether references may be visible already
 * @param unknown properties that a newer release added
 */
record ImportMark(
    String export,
    long started,
    boolean publishing,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The type of the rows, which are in the system scope. */
  static final ObjectType<ImportMark> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.import";
        }

        @Override
        public Class<ImportMark> valueClass() {
          return ImportMark.class;
        }

        @Override
        public boolean updateable() {
          return true;
        }
      };

  /** Checks what could come from damaged bytes. */
  ImportMark {
    Objects.requireNonNull(export);
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  static ImportMark begun(String export, long now) {
    return new ImportMark(export, now, false, Map.of());
  }

  /**
   * The mark taken over by another export of the same data; the age of the rows written before
   * stays.
   */
  ImportMark takenOver(String other) {
    return new ImportMark(other, started, false, unknown);
  }

  ImportMark published() {
    return new ImportMark(export, started, true, unknown);
  }
}
