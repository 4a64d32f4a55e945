package dev.cairn.api.check;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.index.Key;
import java.util.List;
import java.util.Optional;

/**
 * A problem that a check found.
 *
 * @param kind the kind of problem
 * @param scope the scope of the subject
 * @param subject the object (type and ID) or reference (name) with the problem
 * @param problem a description for operators
 * @param affected the states that need the subject, sorted; if only earlier states need it, the one
 *     through which it was found
 * @param furtherAffected the approximate number of further affected states
 */
public record Finding(
    Kind kind,
    Scope scope,
    String subject,
    String problem,
    List<Affected> affected,
    long furtherAffected) {
  /** Kinds of problems. */
  public enum Kind {
    /** The subject is missing, and a retained state needs it. */
    MISSING,
    /** The stored bytes differ from what was written. */
    DAMAGED,
    /** The bytes are valid but contradict what refers to them, such as a misplaced page. */
    MISPLACED,
    /** The format is unknown to this release; a newer release may support it. */
    UNSUPPORTED
  }

  /** Copies the list. */
  public Finding {
    affected = List.copyOf(affected);
  }

  /**
   * A part of a reference's state that a finding affects.
   *
   * @param reference the reference's name
   * @param version the version of the state; 0 if the finding concerns the reference itself
   * @param index the index; empty if the whole state is affected
   * @param keys the keys of that index; empty if the whole index is affected
   */
  public record Affected(
      String reference, long version, Optional<String> index, Optional<KeyRange> keys) {
    /** A whole state. */
    public static Affected state(String reference, long version) {
      return new Affected(reference, version, Optional.empty(), Optional.empty());
    }

    @Override
    public String toString() {
      return "%s@%s%s%s"
          .formatted(
              reference,
              version,
              index.map(name -> " " + name).orElse(""),
              keys.map(range -> " " + range).orElse(""));
    }
  }

  /**
   * A range of index keys.
   *
   * @param from the first key, inclusive
   * @param to the upper bound, exclusive; empty if unbounded
   */
  public record KeyRange(Bytes from, Optional<Bytes> to) {
    /** The range that contains only {@code key}. */
    public static KeyRange only(Bytes key) {
      return new KeyRange(key, Optional.of(Key.after(key)));
    }

    /** Whether this contains only {@link #from}. */
    public boolean isOne() {
      return to.equals(Optional.of(Key.after(from)));
    }

    @Override
    public String toString() {
      return isOne()
          ? from.toHex()
          : "[%s, %s)".formatted(from.toHex(), to.map(Bytes::toHex).orElse(""));
    }
  }
}
