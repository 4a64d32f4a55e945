package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.core.internal.index.IndexPage;
import dev.cairn.core.internal.index.PageSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** Pages in a temporary file, so that the heap holds only what an index needs. */
final class PageFile implements PageSource, AutoCloseable {
  /** Pages take a multiple of this, so that the space of deleted ones can be reused. */
  private static final int SLOT = 4 << 10;

  private record Place(long slot, int length) {}

  private final FileChannel channel;
  private final Map<Long, Place> places = new HashMap<>();
  private final Map<Integer, Deque<Long>> free = new HashMap<>();
  private long slots;
  private long liveBytes;
  private long fetched;

  PageFile() {
    try {
      Path path = Files.createTempFile("index-benchmark", ".pages");
      channel =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void put(IndexPage page) {
    int length = page.bytes().length();
    Deque<Long> reusable = free.get(slots(length));
    long slot;
    if (reusable != null && !reusable.isEmpty()) {
      slot = reusable.pop();
    } else {
      slot = slots;
      slots += slots(length);
    }
    places.put(page.id(), new Place(slot, length));
    liveBytes += length;
    ByteBuffer buffer = page.bytes().toByteBuffer();
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer, slot * SLOT + buffer.position());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Bytes get(long id) {
    Place place = places.get(id);
    if (place == null) {
      throw new IllegalStateException("page " + id + " is missing");
    }
    ByteBuffer buffer = ByteBuffer.allocate(place.length());
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, place.slot() * SLOT + buffer.position()) < 0) {
          throw new IllegalStateException("page " + id + " is cut short");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Bytes.wrap(buffer.array());
  }

  @Override
  public Map<Long, Bytes> fetch(Collection<Long> ids) {
    fetched += ids.size();
    Map<Long, Bytes> found = new HashMap<>();
    for (Long id : ids) {
      found.put(id, get(id));
    }
    return found;
  }

  /** The number of pages read because the cache did not have them. */
  long fetched() {
    return fetched;
  }

  void retain(Set<Long> ids) {
    Iterator<Map.Entry<Long, Place>> all = places.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Long, Place> entry = all.next();
      if (!ids.contains(entry.getKey())) {
        Place place = entry.getValue();
        free.computeIfAbsent(slots(place.length()), size -> new ArrayDeque<>()).push(place.slot());
        liveBytes -= place.length();
        all.remove();
      }
    }
  }

  long liveBytes() {
    return liveBytes;
  }

  int livePages() {
    return places.size();
  }

  private static int slots(int length) {
    return (length + SLOT - 1) / SLOT;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
