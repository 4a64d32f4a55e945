package dev.cairn.testkit.fault;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Lets one call fail and all others pass. A conditional write whose request or reply is lost ends
 * unknown; every other failure is a {@link BackendUnavailableException}.
 */
public final class FailingBackend extends ForwardingBackend {
  private final Set<Operation> counted;
  private final long failingCall;
  private final Fault fault;
  private final AtomicLong calls = new AtomicLong();

  /** Lets the {@code failingCall}-th call for rows fail, the first being 1. */
  public FailingBackend(Backend delegate, long failingCall, Fault fault) {
    this(delegate, EnumSet.allOf(Operation.class), failingCall, fault);
  }

  /** Lets the {@code failingCall}-th call of one of the {@code counted} operations fail. */
  public FailingBackend(Backend delegate, Set<Operation> counted, long failingCall, Fault fault) {
    super(delegate);
    if (failingCall < 1) {
      throw new IllegalArgumentException("the first call is 1, not " + failingCall);
    }
    this.counted = Set.copyOf(counted);
    this.failingCall = failingCall;
    this.fault = fault;
  }

  /** Whether the call that has to fail was made. */
  public boolean hasFailed() {
    return calls.get() >= failingCall;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    if (!counted.contains(operation) || calls.incrementAndGet() != failingCall) {
      return super.around(operation, call);
    }
    BackendUnavailableException failure =
        new BackendUnavailableException(
            "call %d, %s, fails on purpose: %s".formatted(failingCall, operation, fault));
    if (fault == Fault.REPLY_LOST) {
      T unused = super.around(operation, call);
    }
    if (fault == Fault.REFUSED || !operation.isConditional()) {
      throw failure;
    }
    @SuppressWarnings("unchecked") // Conditional operations, and they alone, return a CasResult.
    T unknown = (T) CasResult.unknown(failure);
    return unknown;
  }
}
