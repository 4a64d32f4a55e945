package dev.cairn.testkit.fault;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Collection;
import java.util.Optional;

/**
 * Writes and swaps at once on a backend that does not: rows of a swap that meets a conflict are not
 * written, as by a transaction that is rolled back. So an engine that relies on rows of an attempt
 * that came to nothing is found out.
 */
public final class OneCallBackend extends ForwardingBackend {
  /** Makes one call of two. */
  public OneCallBackend(Backend delegate) {
    super(delegate);
  }

  @Override
  public boolean writesAndSwapsAtOnce() {
    return true;
  }

  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    Arguments.checkWrite(limits(), rows);
    Arguments.checkSwap(expected, next);
    Optional<ReferenceRow> present = delegate().readReference(next.key(), ReadMode.STRONG);
    if (present.map(ReferenceRow::token).equals(Optional.of(expected))) {
      delegate().write(rows);
      return delegate().swapReference(expected, next);
    }
    return new CasResult.Conflict<>(present, true);
  }
}
