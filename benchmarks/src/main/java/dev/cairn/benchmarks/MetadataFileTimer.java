package dev.cairn.benchmarks;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/**
 * Counts metadata files and the time that they take.
 *
 * <p>The files are those of another {@link FileIO}, or their content is dropped and each takes a
 * given time, as in an object store.
 */
final class MetadataFileTimer implements FileIO {
  private static final long serialVersionUID = 1L;

  private final transient FileIO target;
  private final boolean isDropped;
  private final long delayNanos;
  private final LongAdder created = new LongAdder();
  private final LongAdder deleted = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  private MetadataFileTimer(FileIO target, boolean isDropped, int delayMillis) {
    this.target = target;
    this.isDropped = isDropped;
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
  }

  /** Drops what is written; each file takes {@code delayMillis}. */
  static MetadataFileTimer dropping(int delayMillis) {
    return new MetadataFileTimer(new InMemoryFileIO(), true, delayMillis);
  }

  static MetadataFileTimer of(FileIO files) {
    return new MetadataFileTimer(files, false, 0);
  }

  /** Adds a file to be read, where what is written is dropped. */
  void add(String location, byte[] content) {
    ((InMemoryFileIO) target).addFile(location, content);
  }

  /** How many files were written and not deleted. */
  long count() {
    return created.sum() - deleted.sum();
  }

  /** How long all threads together waited for files. */
  long nanos() {
    return nanos.sum();
  }

  @Override
  public InputFile newInputFile(String location) {
    return target.newInputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    deleted.increment();
    if (!isDropped) {
      target.deleteFile(location);
    }
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        long begun = System.nanoTime();
        return timed(isDropped ? new Dropped() : target.newOutputFile(location).create(), begun);
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        return create();
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public InputFile toInputFile() {
        return newInputFile(location);
      }
    };
  }

  private PositionOutputStream timed(PositionOutputStream out, long begun) {
    return new PositionOutputStream() {
      private boolean isClosed;

      @Override
      public long getPos() throws IOException {
        return out.getPos();
      }

      @Override
      public void write(int b) throws IOException {
        out.write(b);
      }

      @Override
      public void write(byte[] b, int from, int length) throws IOException {
        out.write(b, from, length);
      }

      @Override
      public void close() throws IOException {
        if (isClosed) {
          return;
        }
        isClosed = true;
        out.close();
        long end = begun + delayNanos;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        created.increment();
        nanos.add(System.nanoTime() - begun);
      }
    };
  }

  private static final class Dropped extends PositionOutputStream {
    private long position;

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int b) {
      position++;
    }

    @Override
    public void write(byte[] b, int from, int length) {
      position += length;
    }
  }
}
