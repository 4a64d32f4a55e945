package dev.cairn.testkit.history;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * An operation on a list that only grows: a reference, whose heads come one after the other.
 *
 * @param client who did it
 * @param kind what was done
 * @param value what is appended
 * @param position at which position it came to stand, the first being 1, if that was told
 * @param seen what a read saw: some or all positions with their values
 * @param length how long the list was, if a read told
 */
public record ListCall(
    String client,
    Kind kind,
    long value,
    OptionalInt position,
    Map<Integer, Long> seen,
    OptionalInt length,
    long invoked,
    long returned)
    implements Timed {
  /** What is done to a list. */
  public enum Kind {
    /** Adds a value at the end. */
    APPEND,
    /** Looks at it, or at parts of it. */
    READ,
    /** Makes it empty. */
    CLEAR
  }

  /** Keeps a sorted copy of what was seen. */
  public ListCall {
    seen = new TreeMap<>(seen);
  }

  /** An append that came to stand at some position. */
  public static ListCall append(String client, long value, long invoked, long returned) {
    return append(client, value, OptionalInt.empty(), invoked, returned);
  }

  /** An append; {@code returned} is {@link Timed#NEVER} if its outcome is unknown. */
  public static ListCall append(
      String client, long value, OptionalInt position, long invoked, long returned) {
    return new ListCall(
        client, Kind.APPEND, value, position, Map.of(), OptionalInt.empty(), invoked, returned);
  }

  /** A read of the whole list. */
  public static ListCall read(String client, List<Long> values, long invoked, long returned) {
    Map<Integer, Long> seen = new TreeMap<>();
    for (int i = 0; i < values.size(); i++) {
      seen.put(i + 1, values.get(i));
    }
    return read(client, seen, OptionalInt.of(values.size()), invoked, returned);
  }

  /** A read of some positions. */
  public static ListCall read(
      String client, Map<Integer, Long> seen, OptionalInt length, long invoked, long returned) {
    return new ListCall(client, Kind.READ, 0, OptionalInt.empty(), seen, length, invoked, returned);
  }

  /** All is removed. */
  public static ListCall clear(String client, long invoked, long returned) {
    return new ListCall(
        client,
        Kind.CLEAR,
        0,
        OptionalInt.empty(),
        Map.of(),
        OptionalInt.empty(),
        invoked,
        returned);
  }

  @Override
  public String describe() {
    String what =
        switch (kind) {
          case APPEND ->
              "append " + value + (position.isPresent() ? " at " + position.getAsInt() : "");
          case READ -> "read " + seen + (length.isPresent() ? " of " + length.getAsInt() : "");
          case CLEAR -> "clear";
        };
    return isCertain() ? what : what + ", outcome unknown";
  }
}
