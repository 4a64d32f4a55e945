package dev.cairn.benchmarks.compare;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowKeys;
import java.util.Collection;
import java.util.function.Supplier;

/** Counts calls, and the rows that commits write, with their keys. */
public final class CountedBackend extends ForwardingBackend {
  private final CostCounter counter;

  /** Counts into {@code counter}, which also delays the calls. */
  public CountedBackend(Backend delegate, CostCounter counter) {
    super(delegate);
    this.counter = counter;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    counter.call();
    return super.around(operation, call);
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    for (ObjectRow row : rows) {
      counter.row(RowKeys.encode(row.key()).length() + RowFormat.encode(row).length());
    }
    super.write(rows);
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    counter.row(RowKeys.encode(next.key()).length() + RowFormat.encode(next).length());
    return super.swapReference(expected, next);
  }
}
