package dev.cairn.core.head;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One state of a reference, as it is stored. It names no object it needs in its envelope: garbage
 * collection reads its indexes.
 *
 * @param version the version of the reference at which this head becomes current
 * @param life when the reference was created, in microseconds: tells its lives apart
 * @param time when the head was made, in microseconds; never before that of the head before it
 * @param earlier the thinned line of heads before this one
 * @param indexes the roots of the indexes, by name; names of the engine's own begin with {@code
 *     cairn.}
 * @param log what the commits in this head say of themselves, in their order
 * @param applied for how far back it knows which keys were applied; null if none ever were
 * @param unknown what a newer release put there; goes on into the next head
 */
public record Head(
    long version,
    long life,
    long time,
    Bytes earlier,
    SortedMap<String, Bytes> indexes,
    List<LogRecord> log,
    @Nullable AppliedWindow applied,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The type of heads. */
  public static final ObjectType<Head> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.head";
        }

        @Override
        public Class<Head> valueClass() {
          return Head.class;
        }
      };

  /** Fills in what was left out. */
  public Head {
    indexes = indexes == null ? new TreeMap<>() : indexes;
    log = log == null ? List.of() : List.copyOf(log);
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** A head that knows of no keys. */
  public Head(
      long version,
      long life,
      long time,
      Bytes earlier,
      SortedMap<String, Bytes> indexes,
      List<LogRecord> log,
      Map<String, JsonNode> unknown) {
    this(version, life, time, earlier, indexes, log, null, unknown);
  }

  /** Whether the index called {@code name} belongs to the engine. */
  public static boolean isOfTheEngine(String name) {
    return name.startsWith("cairn.");
  }
}
