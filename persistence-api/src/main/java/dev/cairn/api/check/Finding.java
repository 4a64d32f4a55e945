package dev.cairn.api.check;

import dev.cairn.api.Scope;
import java.util.List;

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
}
