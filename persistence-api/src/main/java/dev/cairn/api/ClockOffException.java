package dev.cairn.api;

/**
 * The clock of this process differs from the database's by more than {@code cairn.max-clock-skew}.
 * Nothing was changed.
 *
 * <p>Writing with such a clock would damage the store: objects from a slow clock look like garbage
 * to a collection, and a head from a fast clock hides later states from reads by time and from
 * retention. Such a process neither commits nor collects; reads still work. The same call succeeds
 * soon after the clock is corrected, without a restart.
 */
public final class ClockOffException extends CairnException {
  public ClockOffException(String message) {
    super(message);
  }

  public ClockOffException(String message, Throwable cause) {
    super(message, cause);
  }
}
