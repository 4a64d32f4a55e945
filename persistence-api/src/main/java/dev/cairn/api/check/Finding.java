package dev.cairn.api.check;

import dev.cairn.api.Scope;
import java.util.List;

/**
 * Something that is not as it should be.
 *
 * @param kind what is wrong with it
 * @param scope where it is
 * @param subject what it is: an object by type and ID, or a reference by its name
 * @param problem what was found, in words
 * @param affected what needs it; sorted. For something that only earlier states need, the one by
 *     which it was found
 * @param furtherAffected how many more there are
 */
public record Finding(
    Kind kind,
    Scope scope,
    String subject,
    String problem,
    List<Affected> affected,
    long furtherAffected) {
  /** What can be wrong. */
  public enum Kind {
    /** It is not there, and a state that is kept needs it. */
    MISSING,
    /** Its bytes are not those that were written. */
    DAMAGED,
    /** Its bytes are right but contradict what refers to it, such as a page in a wrong place. */
    MISPLACED,
    /** It is in a format that this release does not know; a newer one may. */
    UNSUPPORTED
  }

  /** Copies the list. */
  public Finding {
    affected = List.copyOf(affected);
  }
}
