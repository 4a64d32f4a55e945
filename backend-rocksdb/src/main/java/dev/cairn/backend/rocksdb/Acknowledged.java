package dev.cairn.backend.rocksdb;

import dev.cairn.api.DamagedDataException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How far the log had got when a write was last acknowledged as durable: a sequence number of
 * RocksDB in a file of its own.
 *
 * <p>RocksDB cannot tell a log that lost its end from one whose last record was being written when
 * the process died: both just end. With this number they can be told apart. It is stored in memory
 * that is mapped to the file, after the log was synced and before the caller is told, and is not
 * synced itself: a number that is lost with the machine leaves an older one, which the log has
 * reached all the more.
 */
final class Acknowledged {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int PAGE = 4096;

  private final MappedByteBuffer memory;

  private Acknowledged(MappedByteBuffer memory) {
    this.memory = memory;
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
          "%s is damaged, so nobody can tell whether the log of the store is complete. If the store"
                  .formatted(file)
              + " is known to be well, delete this file and open it again");
    }
    return sequence;
  }

  /** Opens {@code file} and sets the number to {@code sequence}. */
  static Acknowledged open(Path file, long sequence) throws IOException {
    return Uninterrupted.call(() -> write(file, sequence));
  }

  private static Acknowledged write(Path file, long sequence) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      // Written in full, so that a store into the mapped memory never needs space on the disk.
      ByteBuffer page = ByteBuffer.allocate(PAGE).putLong(0, withCheck(sequence));
      while (page.hasRemaining()) {
        channel.write(page, page.position());
      }
      channel.force(true);
      return new Acknowledged(channel.map(FileChannel.MapMode.READ_WRITE, 0, PAGE));
    }
  }

  /**
   * Notes that the log is durable up to {@code sequence}; a smaller number changes nothing.
   *
   * <p>A disk that does not take the page leaves an older number, which is no reason to doubt the
   * write that was just made durable: its caller is not told.
   */
  void reached(long sequence) {
    try {
      raiseTo(sequence);
    } catch (InternalError e) {
      // So Java calls a fault in mapped memory, as file systems have that write pages elsewhere.
      return;
    }
  }

  private void raiseTo(long sequence) {
    long next = withCheck(sequence);
    long present = (long) LONG.getVolatile(memory, 0);
    while (present < next && !LONG.compareAndSet(memory, 0, present, next)) {
      present = (long) LONG.getVolatile(memory, 0);
    }
  }

  // RocksDB's sequence numbers have 56 bits. One long is stored as a whole or not at all.
  private static long withCheck(long sequence) {
    return (sequence << 8) | ((sequence * 0x9E3779B97F4A7C15L) >>> 56);
  }
}
