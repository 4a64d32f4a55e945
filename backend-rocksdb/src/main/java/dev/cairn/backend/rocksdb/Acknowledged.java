package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.DamagedDataException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Position of the log at the last write that was acknowledged as durable: a sequence number of
 * RocksDB, kept in a separate file.
 *
 * <p>RocksDB cannot tell a log that lost its end from one whose last record was being written when
 * the process died: both just end. This number distinguishes them. It is written after the log was
 * synced and before the caller gets its answer, and is not synced itself: if the machine dies, an
 * older number remains, which the log has certainly reached.
 *
 * <p>Written by calls, which cost little beside a sync, and not through mapped memory: there a disk
 * that fails, or a file that was cut, ends in an error anywhere in the program or the end of it.
 */
final class Acknowledged implements AutoCloseable {
  private static final int PAGE = 4096;

  private final RandomAccessFile file;
  private long noted;

  private Acknowledged(RandomAccessFile file, long noted) {
    this.file = file;
    this.noted = noted;
  }

  /** The number in {@code file}, 0 if there is no such file. */
  static long read(Path file) throws IOException {
    // An empty one was just being created when the process died.
    if (!Files.exists(file) || Files.size(file) == 0) {
      return 0;
    }
    byte[] bytes = Uninterrupted.call(() -> Files.readAllBytes(file));
    long stored = bytes.length == PAGE ? ByteBuffer.wrap(bytes).getLong() : -1;
    long sequence = stored >>> 8;
    if (stored < 0 || stored != withCheck(sequence)) {
      throw new DamagedDataException(
          "%s is damaged, so it is unknown whether the log of the store is complete. If the store"
                  .formatted(file)
              + " is known to be well, delete this file and open it again");
    }
    return sequence;
  }

  /** Opens {@code file} and sets the number to {@code sequence}. */
  static Acknowledged open(Path file, long sequence) throws IOException {
    RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw");
    boolean done = false;
    try {
      opened.write(Arrays.copyOf(bytesOf(sequence), PAGE));
      opened.getFD().sync();
      done = true;
      return new Acknowledged(opened, sequence);
    } finally {
      if (!done) {
        opened.close();
      }
    }
  }

  /**
   * Notes that the log is durable up to {@code sequence}; a smaller number changes nothing.
   *
   * <p>A disk that does not take it leaves an older number. That is no reason to doubt the write
   * that was just made durable, so no error is reported.
   */
  synchronized void reached(long sequence) {
    if (sequence <= noted) {
      return;
    }
    try {
      file.seek(0);
      file.write(bytesOf(sequence));
      noted = sequence;
    } catch (IOException e) {
      // The next one tries again.
    }
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new BackendUnavailableException("the mark of a store cannot be closed: " + e, e);
    }
  }

  private static byte[] bytesOf(long sequence) {
    return ByteBuffer.allocate(Long.BYTES).putLong(withCheck(sequence)).array();
  }

  // RocksDB's sequence numbers have 56 bits. One call writes them as a whole or not at all.
  private static long withCheck(long sequence) {
    return (sequence << 8) | ((sequence * 0x9E3779B97F4A7C15L) >>> 56);
  }
}
