package dev.cairn.testkit.fault;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A connection on which things get lost at random: requests, replies, and writes that arrive long
 * after everybody has given them up.
 */
public final class LosingBackend extends ForwardingBackend {
  // Of so many calls about one meets each kind of loss.
  private static final int ODDS = 12;

  private final Random random;
  private final List<Runnable> late = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong unknown = new AtomicLong();

  /** Loses what {@code random} says. */
  public LosingBackend(Backend delegate, Random random) {
    super(delegate);
    this.random = random;
  }

  /** How many conditional writes ended unknown. */
  public long unknown() {
    return unknown.get();
  }

  /** Lets all writes arrive that are still on their way. */
  public void land() {
    List<Runnable> arriving;
    synchronized (late) {
      arriving = List.copyOf(late);
      late.clear();
    }
    arriving.forEach(Runnable::run);
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    int chance = random.nextInt(ODDS);
    if (chance == 0) {
      throw new BackendUnavailableException(operation + " is refused on purpose");
    }
    if (chance == 1) {
      land();
    }
    if (!operation.isConditional() || chance < 2 || chance > 4) {
      return super.around(operation, call);
    }
    Runnable arrival =
        () -> {
          T unheard = super.around(operation, call);
        };
    if (chance == 2) {
      arrival.run();
    } else if (chance == 3) {
      late.add(arrival);
    }
    unknown.incrementAndGet();
    @SuppressWarnings("unchecked") // Conditional operations return a CasResult.
    T lost = (T) CasResult.unknown(new BackendUnavailableException(operation + " got no reply"));
    return lost;
  }
}
