package com.example.shelf;

import dev.cairn.api.Bytes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The database: rows in the order of their keys, and a file to which every change is appended.
 *
 * <p>It survives the end of its process, not that of the machine. One process at a time uses it.
 */
final class ShelfFile implements AutoCloseable {
  private static final int REMOVED = -1;

  private final TreeMap<Bytes, Bytes> rows = new TreeMap<>();
  // Not a FileChannel: an interrupt closes that, and with it the store of all other threads.
  private final RandomAccessFile file;

  private ShelfFile(RandomAccessFile file) {
    this.file = file;
  }

  /** Opens a file, which is created if it is missing. */
  static ShelfFile open(Path path) throws IOException {
    ShelfFile shelf = new ShelfFile(new RandomAccessFile(path.toFile(), "rw"));
    shelf.file.seek(shelf.readRows(path));
    return shelf;
  }

  /** Reads all whole changes, and returns where a change that was cut off begins. */
  private long readRows(Path path) throws IOException {
    long end = 0;
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
      while (true) {
        byte[] key = new byte[in.readInt()];
        in.readFully(key);
        int length = in.readInt();
        byte[] row = new byte[Math.max(0, length)];
        in.readFully(row);
        if (length == REMOVED) {
          rows.remove(Bytes.wrap(key));
        } else {
          rows.put(Bytes.wrap(key), Bytes.wrap(row));
        }
        end += 2 * Integer.BYTES + key.length + row.length;
      }
    } catch (EOFException e) {
      return end;
    }
  }

  synchronized Optional<Bytes> get(Bytes key) {
    return Optional.ofNullable(rows.get(key));
  }

  /** The row after {@code key}, or at it if {@code included}. */
  synchronized Optional<Map.Entry<Bytes, Bytes>> next(Bytes key, boolean included) {
    return Optional.ofNullable(included ? rows.ceilingEntry(key) : rows.higherEntry(key));
  }

  synchronized int count() {
    return rows.size();
  }

  /**
   * Replaces the row of {@code key} by {@code next}, or removes it, if {@code condition} holds for
   * what is there.
   *
   * @return what was there
   */
  synchronized Optional<Bytes> change(
      Bytes key, Predicate<Optional<Bytes>> condition, Optional<Bytes> next) throws IOException {
    Optional<Bytes> present = Optional.ofNullable(rows.get(key));
    if (condition.test(present)) {
      append(key, next);
      next.ifPresentOrElse(row -> rows.put(key, row), () -> rows.remove(key));
    }
    return present;
  }

  // One call of the operating system, so that another change is never inside this one.
  private void append(Bytes key, Optional<Bytes> row) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(key.length());
    out.write(key.toByteArray());
    out.writeInt(row.map(Bytes::length).orElse(REMOVED));
    out.write(row.orElse(Bytes.empty()).toByteArray());
    file.write(bytes.toByteArray());
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
