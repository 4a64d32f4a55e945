package dev.cairn.testkit.workload;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import java.util.random.RandomGenerator;

/**
 * What one client of a store does at random to rows that others write too. Each kind knows the rows
 * it saw last and, now and then, uses what it saw earlier.
 */
public abstract class Workload {
  /** How many rows the clients share. */
  protected static final int ROWS = 3;

  /** Created-at of rows, with microseconds that a coarser clock would lose. */
  static final long CREATED = 1_767_225_600_123_457L;

  private final Backend backend;
  private final RandomGenerator random;

  /** Works on {@code backend}, with choices and tokens drawn from {@code random}. */
  protected Workload(Backend backend, RandomGenerator random) {
    this.backend = backend;
    this.random = random;
  }

  /** Where it works. */
  protected final Backend backend() {
    return backend;
  }

  /** Its choices. */
  protected final RandomGenerator random() {
    return random;
  }

  /** A token that was never used. */
  protected final Token token() {
    return Token.random(random);
  }

  /** Does something; what fails is for the history to judge. */
  public final void run(int operations) {
    for (int i = 0; i < operations; i++) {
      try {
        next(random.nextInt(ROWS), random.nextInt(100));
      } catch (BackendUnavailableException e) {
        // A client would try again, which is what the next operation does.
      }
    }
  }

  /** Does {@code what}, a percentage, to the row of that number. */
  protected abstract void next(int row, int what);

  /** Reads every row strongly. */
  public abstract void readAll();
}
