package dev.cairn.cli.demo;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ReferenceRow;
import java.io.IOException;
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
    CasResult<ReferenceRow> result = super.swapReference(expected, next);
    return armed.getAndSet(false)
        ? CasResult.unknown(new IOException("the connection was lost"))
        : result;
  }
}
