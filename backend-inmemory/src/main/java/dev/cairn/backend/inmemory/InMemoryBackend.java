package dev.cairn.backend.inmemory;

import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.KeyValueBackend;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.SizeEstimate;
import java.util.OptionalLong;

/**
 * A store in the memory of this process, lost when it is closed. It has no unknown outcomes and
 * ignores expiry hints. As the backend of tests, it refuses to overwrite an immutable row with
 * other bytes.
 */
public final class InMemoryBackend extends KeyValueBackend {
  private static final int BATCH = 1000;

  private final RowMap references;
  private final RowMap objects;
  private volatile boolean closed;

  /** Creates an empty store whose rows hold values of up to 350 KB. */
  public InMemoryBackend() {
    this(Limits.DEFAULT_MAX_VALUE_BYTES);
  }

  /** Creates an empty store whose rows hold values of up to {@code maxValueBytes}. */
  public InMemoryBackend(int maxValueBytes) {
    this(new Limits(maxValueBytes, BATCH, BATCH), new RowMap(), new RowMap());
  }

  private InMemoryBackend(Limits limits, RowMap references, RowMap objects) {
    super(limits, references, objects);
    this.references = references;
    this.objects = objects;
  }

  @Override
  public String name() {
    return InMemoryBackendFactory.NAME;
  }

  @Override
  public boolean isInterruptible() {
    return false;
  }

  /** Does nothing: memory needs no schema. */
  @Override
  public void createSchema() {
    checkOpen();
  }

  /** Does nothing: memory needs no schema, and the process is the compare-and-swap domain. */
  @Override
  public void verifySchema() {
    checkOpen();
  }

  @Override
  public String describeSchema() {
    checkOpen();
    return "none: rows are kept in memory";
  }

  @Override
  public Health health() {
    return closed
        ? new Health(false, "closed")
        : new Health(true, "the store is in the memory of this process");
  }

  @Override
  public SizeEstimate estimateSize() {
    checkOpen();
    return new SizeEstimate(
        OptionalLong.of(objects.count()),
        OptionalLong.of(references.count()),
        OptionalLong.of(objects.bytes() + references.bytes()));
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  protected void checkOpen() {
    if (closed) {
      throw new ClosedException("the in-memory backend is closed; open a new one");
    }
  }
}
