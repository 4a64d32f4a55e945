package dev.cairn.core;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A backend whose conditional writes and reads meet the fates a test gives them, in their order.
 */
public final class LossyBackend extends ForwardingBackend {
  /** What becomes of a call. */
  public enum Fate {
    /** Done and answered. */
    FINE,
    /** Done, but the caller hears nothing. */
    APPLIED_REPLY_LOST,
    /** Never done, and the caller hears nothing. */
    LOST,
    /** Done only when the test lets it arrive; the caller hears nothing. */
    DELAYED,
    /** Done and answered, but all delayed writes arrive just before it. */
    OVERTAKEN,
    /** Refused before it was sent. */
    REFUSED
  }

  private final Deque<Fate> writes = new ArrayDeque<>();
  private final Deque<Fate> reads = new ArrayDeque<>();
  private final List<Supplier<?>> delayed = new ArrayList<>();
  private final Deque<Runnable> beforeReferenceReads = new ArrayDeque<>();
  private Runnable beforeRead = () -> {};
  private Runnable beforeSwaps = () -> {};
  private Fate usual = Fate.FINE;
  private int calls;
  private boolean silentConflicts;

  /** Loses nothing yet. */
  public LossyBackend(Backend delegate) {
    super(delegate);
  }

  /** Gives the next conditional writes these fates. */
  public void next(Fate... fates) {
    writes.addAll(Arrays.asList(fates));
  }

  /** Gives the next reads these fates; only {@code FINE} and {@code REFUSED} make sense. */
  public void nextReads(Fate... fates) {
    reads.addAll(Arrays.asList(fates));
  }

  /** Gives all conditional writes without a fate of their own this one. */
  public void all(Fate fate) {
    usual = fate;
  }

  /** From now on a conflict does not say what is there, as on a database that does not tell. */
  public void hideConflictingRows() {
    silentConflicts = true;
  }

  /** Runs {@code action} once, just before the next read. */
  public void beforeNextRead(Runnable action) {
    beforeRead = action;
  }

  /** Runs {@code action} once, just before the next read of a reference without an action. */
  public void beforeNextReferenceRead(Runnable action) {
    beforeReferenceReads.add(action);
  }

  /** Runs {@code action} just before every swap of a reference. */
  public void beforeEachSwap(Runnable action) {
    beforeSwaps = action;
  }

  /** Lets all delayed writes arrive. */
  public void deliverDelayed() {
    List<Supplier<?>> arriving = List.copyOf(delayed);
    delayed.clear();
    arriving.forEach(LossyBackend::run);
  }

  private static void run(Supplier<?> call) {
    Object unheard = call.get();
    Objects.requireNonNull(unheard);
  }

  /** How many conditional writes and fetches there were. */
  public int calls() {
    return calls;
  }

  /** Starts counting again. */
  public void resetCalls() {
    calls = 0;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    if (operation == Operation.FETCH) {
      calls++;
      Runnable action = beforeRead;
      beforeRead = () -> {};
      action.run();
      if (!reads.isEmpty() && reads.remove() == Fate.REFUSED) {
        throw new BackendUnavailableException("the read was refused");
      }
    }
    if (operation == Operation.READ_REFERENCE && !beforeReferenceReads.isEmpty()) {
      beforeReferenceReads.remove().run();
    }
    if (operation == Operation.SWAP_REFERENCE) {
      beforeSwaps.run();
    }
    return operation.isConditional() ? conditional(call) : call.get();
  }

  @SuppressWarnings("unchecked") // every conditional operation answers a CasResult
  private <T> T conditional(Supplier<T> call) {
    calls++;
    T unknown = (T) CasResult.unknown(new BackendUnavailableException("the reply was lost"));
    Fate fate = writes.isEmpty() ? usual : writes.remove();
    if (fate == Fate.OVERTAKEN) {
      deliverDelayed();
    }
    switch (fate) {
      case APPLIED_REPLY_LOST -> run(call);
      case LOST -> {}
      case DELAYED -> delayed.add(call);
      case REFUSED -> throw new BackendUnavailableException("the write was refused");
      case FINE, OVERTAKEN -> {
        T result = call.get();
        return result instanceof CasResult.Conflict && silentConflicts
            ? (T) CasResult.conflict()
            : result;
      }
    }
    return unknown;
  }
}
