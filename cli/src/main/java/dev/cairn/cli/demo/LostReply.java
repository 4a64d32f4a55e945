package dev.cairn.cli.demo;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;

/** A database whose reply to one write gets lost on the way, though the write was done. */
final class LostReply extends ForwardingBackend {
  private final AtomicBoolean armed = new AtomicBoolean();

  LostReply(Backend delegate) {
    super(delegate);
  }

  /** Loses the reply to the next move of a reference. */
  void arm() {
    armed.set(true);
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    return heard(super.swapReference(expected, next));
  }

  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    CasResult<ReferenceRow> result = super.writeAndSwap(rows, expected, next);
    // Otherwise it was a swap, whose reply is lost already.
    return writesAndSwapsAtOnce() ? heard(result) : result;
  }

  private CasResult<ReferenceRow> heard(CasResult<ReferenceRow> result) {
    return armed.getAndSet(false)
        ? CasResult.unknown(new IOException("the connection was lost"))
        : result;
  }
}
