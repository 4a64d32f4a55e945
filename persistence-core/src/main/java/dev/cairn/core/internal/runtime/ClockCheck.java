package dev.cairn.core.internal.runtime;

/**
 * Whether the process's clock may be relied on for what is written. Checked where an operation
 * begins, and where a commit takes the time of its head; a swap that was sent comes to its end,
 * since an outcome in doubt would be worse.
 */
public interface ClockCheck {
  /** Accepts every clock, as for a database in the same process. */
  ClockCheck NONE =
      new ClockCheck() {
        @Override
        public void check() {}

        @Override
        public void checkNow() {}
      };

  /**
   * Refuses if the last comparison found the clock off. Costs a call only if the clock is far from
   * what it showed then.
   *
   * @throws dev.cairn.api.ClockOffException if the clock was off
   */
  void check();

  /**
   * Compares the clocks now: for operations that delete by time, where a comparison that is minutes
   * old is not enough.
   *
   * @throws dev.cairn.api.ClockOffException if the clock is off
   * @throws dev.cairn.api.BackendUnavailableException if the database's time cannot be read
   */
  void checkNow();
}
