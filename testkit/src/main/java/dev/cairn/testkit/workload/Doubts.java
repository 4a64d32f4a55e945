package dev.cairn.testkit.workload;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import java.util.concurrent.atomic.AtomicLong;

/** A connection that counts writes of unknown outcome. */
public final class Doubts extends ForwardingBackend {
  private final AtomicLong count = new AtomicLong();

  public Doubts(Backend delegate) {
    super(delegate);
  }

  public long count() {
    return count.get();
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    return counted(super.insert(row));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    return counted(super.swap(expected, next));
  }

  private CasResult<ObjectRow> counted(CasResult<ObjectRow> result) {
    if (result instanceof CasResult.Unknown) {
      count.incrementAndGet();
    }
    return result;
  }
}
