package dev.cairn.core.internal.head;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of one state of a reference. Its envelope names no references: garbage collection
 * reads its indexes.
 *
 * @param version the version of the reference at which this head becomes current
 * @param life when the reference was created, in microseconds: distinguishes its lives
 * @param time when the head was made, in microseconds; never before that of the head before it
 * @param earlier the thinned line of heads before this one
 * @param indexes the roots of the indexes, by name; those of the engine begin with {@code cairn.}
 * @param log the log entries of the commits in this head, in order
 * @param applied how far back it knows applied keys; null if none ever were
 * @param newest the newest ID that this or an earlier head needs; null if not known
 * @param unknown properties that a newer release added; copied to the next head
 */
public record Head(
    long version,
    long life,
    long time,
    Bytes earlier,
    SortedMap<String, Bytes> indexes,
    List<LogRecord> log,
    @Nullable AppliedWindow applied,
    @Nullable NewestId newest,
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

  private static final String OF_THE_ENGINE = "cairn.";

  /** Replaces absent properties by their defaults. */
  public Head {
    indexes = indexes == null ? new TreeMap<>() : indexes;
    log = log == null ? List.of() : List.copyOf(log);
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** A head without applied keys. */
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

  /** A head that does not know its newest ID. */
  public Head(
      long version,
      long life,
      long time,
      Bytes earlier,
      SortedMap<String, Bytes> indexes,
      List<LogRecord> log,
      @Nullable AppliedWindow applied,
      Map<String, JsonNode> unknown) {
    this(version, life, time, earlier, indexes, log, applied, null, unknown);
  }

  /** The same head, which needs no ID newer than {@code id}. */
  Head withNewest(long id) {
    return new Head(
        version, life, time, earlier, indexes, log, applied, new NewestId(version, id), unknown);
  }

  /** The newest ID that this or an earlier head needs, except for chunks of this one, if known. */
  OptionalLong newestId() {
    return newest == null || newest.version() != version
        ? OptionalLong.empty()
        : OptionalLong.of(newest.id());
  }

  /** Whether the index called {@code name} belongs to the engine. */
  public static boolean isOfTheEngine(String name) {
    return name.startsWith(OF_THE_ENGINE);
  }

  /** Those of {@code indexes} that belong to the engine. */
  static SortedMap<String, Bytes> ofTheEngine(SortedMap<String, Bytes> indexes) {
    return indexes.subMap(OF_THE_ENGINE, OF_THE_ENGINE + Character.MAX_VALUE);
  }
}
