package dev.cairn.testkit.fault;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A connection that is cut in the middle of a call: for good, as of a process that dies, or for
 * that call alone. Others go on with the backend behind it.
 */
public final class CrashingBackend extends ForwardingBackend {
  private long callsLeft = Long.MAX_VALUE;
  private Cut cut = Cut.REFUSED;
  private boolean forGood;
  private boolean crashed;
  private Optional<Runnable> late = Optional.empty();

  /** What becomes of the call in which the connection is cut. */
  public enum Cut {
    /** It is refused before it is sent, and the caller knows. */
    REFUSED,
    /** Its request is lost: nothing is done, but a conditional write cannot know. */
    REQUEST_LOST,
    /** Half of a bulk write is done; otherwise as {@link #REQUEST_LOST}. */
    HALF_DONE,
    /** It is done, and its reply is lost. */
    REPLY_LOST,
    /** It is done later, when {@link CrashingBackend#land} says so; no reply. */
    LATE
  }

  /** Not cut yet. */
  public CrashingBackend(Backend delegate) {
    super(delegate);
  }

  /** Cuts the connection for good in the {@code call}-th call from now, the first being 1. */
  public synchronized void crashAt(long call, Cut how) {
    callsLeft = call;
    cut = how;
    forGood = true;
  }

  /**
   * Cuts the connection for the {@code call}-th call from now only. If that comes late, it comes
   * just before the next conditional write.
   */
  public synchronized void failAt(long call, Cut how) {
    callsLeft = call;
    cut = how;
    forGood = false;
  }

  /** Whether the connection was cut for good. */
  public synchronized boolean isGone() {
    return crashed && forGood;
  }

  /** Whether the connection was cut. */
  public synchronized boolean isCrashed() {
    return crashed;
  }

  /** Lets the call that was on its way arrive, if there is one; the first time only. */
  public void land() {
    Optional<Runnable> arriving;
    synchronized (this) {
      arriving = late;
      late = Optional.empty();
    }
    arriving.ifPresent(Runnable::run);
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    if (isCut()) {
      List<ObjectRow> given = List.copyOf(rows);
      cutOff(
          () -> delegate().write(given),
          () -> delegate().write(given.subList(given.size() / 2, given.size())));
      throw gone();
    }
    super.write(rows);
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    // A bulk write has been counted where its rows are known.
    if (operation == Operation.WRITE || !isCut()) {
      if (operation.isConditional()) {
        land();
      }
      return super.around(operation, call);
    }
    cutOff(
        () -> {
          T unused = super.around(operation, call);
        },
        () -> {});
    if (cut == Cut.REFUSED || !operation.isConditional()) {
      throw gone();
    }
    @SuppressWarnings("unchecked") // Conditional operations, and they alone, return a CasResult.
    T unknown = (T) CasResult.unknown(gone());
    return unknown;
  }

  /** Whether this call is the one; throws if it comes after it. */
  private synchronized boolean isCut() {
    if (isGone()) {
      throw gone();
    }
    boolean isCut = --callsLeft == 0;
    crashed |= isCut;
    return isCut;
  }

  private void cutOff(Runnable whole, Runnable half) {
    switch (cut) {
      case REFUSED, REQUEST_LOST -> {}
      case HALF_DONE -> half.run();
      case REPLY_LOST -> whole.run();
      case LATE -> {
        synchronized (this) {
          late = Optional.of(whole);
        }
      }
    }
  }

  private static BackendUnavailableException gone() {
    return new BackendUnavailableException("the connection is cut on purpose");
  }
}
