package dev.cairn.benchmarks;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowKeys;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

/** Counts what commits write, with the keys: objects, heads, index pages and reference rows. */
final class WrittenRows extends ForwardingBackend {
  private final LongAdder rows = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  WrittenRows(Backend delegate) {
    super(delegate);
  }

  long rows() {
    return rows.sum();
  }

  long bytes() {
    return bytes.sum();
  }

  private void count(Collection<ObjectRow> written) {
    for (ObjectRow row : written) {
      count(RowKeys.encode(row.key()).length() + RowFormat.encode(row).length());
    }
  }

  private void count(ReferenceRow row) {
    count(RowKeys.encode(row.key()).length() + RowFormat.encode(row).length());
  }

  private void count(int length) {
    rows.increment();
    bytes.add(length);
  }

  @Override
  public void write(Collection<ObjectRow> written) {
    count(written);
    super.write(written);
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    count(next);
    return super.swapReference(expected, next);
  }

  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> written, Token expected, ReferenceRow next) {
    if (writesAndSwapsAtOnce()) { // otherwise the two calls above are made
      count(written);
      count(next);
    }
    return super.writeAndSwap(written, expected, next);
  }
}
