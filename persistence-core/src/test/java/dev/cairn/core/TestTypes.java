package dev.cairn.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Object types of an imaginary catalog. */
public final class TestTypes {
  private TestTypes() {}

  /** An immutable object with everything an application may put into one. */
  public record Table(
      String name,
      int formatVersion,
      boolean dropped,
      double ratio,
      Optional<String> comment,
      List<String> columns,
      Map<String, String> properties,
      Bytes icon,
      Instant updatedAt,
      Duration retention,
      List<Long> snapshotIds) {

    /** The smallest table. */
    public static Table named(String name) {
      return of(name, Map.of(), Bytes.empty(), List.of());
    }

    /** A table with what most tests need of one. */
    public static Table of(
        String name, Map<String, String> properties, Bytes icon, List<Long> snapshotIds) {
      return new Table(
          name,
          0,
          false,
          0,
          Optional.empty(),
          List.of(),
          properties,
          icon,
          Instant.EPOCH,
          Duration.ZERO,
          snapshotIds);
    }
  }

  /** What a table refers to. */
  public record Snapshot(String name) {}

  /** An updateable object as the engine writes them: what it does not know is kept. */
  public record Counter(
      String owner, long count, @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
    /** A counter without unknown properties. */
    public Counter(String owner, long count) {
      this(owner, count, Map.of());
    }
  }

  /** What a newer release would write. */
  public record NewerCounter(String owner, long count, String color, List<Long> history) {}

  private record SimpleType<T>(String name, Class<T> valueClass, boolean updateable)
      implements ObjectType<T> {}

  /** The type of {@link Table}; a table needs its snapshots. */
  public static final ObjectType<Table> TABLE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "table";
        }

        @Override
        public Class<Table> valueClass() {
          return Table.class;
        }

        @Override
        public Collection<ObjectRef> references(Table table) {
          return table.snapshotIds().stream().map(id -> new ObjectRef("snapshot", id)).toList();
        }
      };

  /** The type of {@link Counter}. */
  public static final ObjectType<Counter> COUNTER =
      new SimpleType<>("counter", Counter.class, true);

  /** The type of {@link NewerCounter}: the same rows as a newer release sees them. */
  public static final ObjectType<NewerCounter> NEWER_COUNTER =
      new SimpleType<>("counter", NewerCounter.class, true);

  /** The type of {@link Snapshot}. */
  public static final ObjectType<Snapshot> SNAPSHOT =
      new SimpleType<>("snapshot", Snapshot.class, false);

  /** All types of the older release. */
  public static final ObjectTypes ALL = ObjectTypes.of(List.of(TABLE, SNAPSHOT, COUNTER));
}
