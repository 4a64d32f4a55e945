package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Contents of a root or a page, read entry by entry and compared with its place in its index: for
 * checks, which trust nothing.
 *
 * @param pages the pages right below
 * @param uses what entries refer to, by key; a key may occur more than once
 * @param problems how it contradicts its place
 */
public record IndexContents(List<Below> pages, List<Use> uses, List<String> problems) {
  /**
   * What the pages above a page require of it.
   *
   * @param level how many levels of pages are below it
   * @param from the first key that may be in it or below it
   * @param to the first key that may not; empty if there is no end
   * @param entries how many entries the leaves have, its own or those below it
   * @param buffered how many changes are buffered in it and below it
   */
  public record Place(int level, Bytes from, Optional<Bytes> to, long entries, long buffered) {}

  /** A page and its place. */
  public record Below(long id, Place place) {}

  /** An entry that refers to an object. */
  public record Use(Bytes key, ObjectRef object) {}

  /**
   * Reads what a head embeds of an index.
   *
   * @throws DamagedDataException if these are not bytes that were written
   */
  public static IndexContents ofRoot(Bytes bytes) {
    Root root = Root.read(bytes);
    Reader reader = new Reader();
    reader.read(root.embedded(), Page.LOWEST, null);
    if (root.height() > 0) {
      Child top = root.page();
      Place place =
          new Place(
              root.height() - 1, Bytes.empty(), Optional.empty(), top.entries(), top.buffered());
      reader.pages.add(new Below(root.id(), place));
    }
    return reader.contents();
  }

  /**
   * Reads the page stored under {@code id}.
   *
   * @throws DamagedDataException if these are not bytes that were written
   */
  public static IndexContents ofPage(long id, Bytes bytes, Place place) {
    Page page = Page.open(id, bytes);
    Reader reader = new Reader();
    if (page.level() != place.level()) {
      // What is below is not read: levels that do not decrease could lead to a cycle.
      reader.problems.add(
          "it has level %s where level %s was expected".formatted(page.level(), place.level()));
    } else if (page.level() == 0) {
      reader.readLeaf(page, place);
    } else {
      reader.readInner(page, place);
    }
    return reader.contents();
  }

  private static final class Reader {
    private final List<Below> pages = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    IndexContents contents() {
      return new IndexContents(pages, uses, problems);
    }

    void readLeaf(Page page, Place place) {
      read(page.block(), place.from().toByteArray(), to(place));
      compare("entries", place.entries(), page.block().count());
      compare("buffered changes", place.buffered(), 0);
    }

    void readInner(Page page, Place place) {
      List<Child> children = page.children();
      byte[] from = place.from().toByteArray();
      byte @Nullable [] end = to(place);
      long entries = 0;
      long buffered = 0;
      for (int i = 0; i < children.size(); i++) {
        Child child = children.get(i);
        byte @Nullable [] to = i + 1 < children.size() ? children.get(i + 1).pivot() : end;
        Block buffer = child.bufferBlock();
        checkRange(from, to, end);
        read(buffer, from, to);
        pages.add(new Below(child.id(), place(page.level() - 1, from, to, child)));
        entries += child.entries();
        buffered += child.buffered() + buffer.count();
        from = to == null ? from : to;
      }
      compare("entries below", place.entries(), entries);
      compare("buffered changes", place.buffered(), buffered);
    }

    private static Place place(int level, byte[] from, byte @Nullable [] to, Child child) {
      return new Place(
          level,
          Bytes.wrap(from),
          Optional.ofNullable(to).map(Bytes::wrap),
          child.entries(),
          child.buffered());
    }

    private void checkRange(byte[] from, byte @Nullable [] to, byte @Nullable [] end) {
      boolean isEmpty = to != null && Arrays.compareUnsigned(from, to) >= 0;
      boolean isOutside = to != null && end != null && Arrays.compareUnsigned(to, end) > 0;
      if (isEmpty || isOutside) {
        problems.add("a page below it is for keys that do not belong here");
      }
    }

    private void compare(String what, long expected, long found) {
      if (expected != found) {
        problems.add("it has %s %s instead of %s".formatted(found, what, expected));
      }
    }

    void read(Block block, byte[] from, byte @Nullable [] to) {
      byte @Nullable [] before = null;
      int outside = 0;
      for (BlockEntry entry : new Runs.BlockEntries(block)) {
        byte[] key = entry.key();
        // A block checks the order within its groups, not from one to the next.
        if (before != null && Arrays.compareUnsigned(before, key) >= 0) {
          throw new DamagedDataException(
              "the key %s is out of order".formatted(Bytes.wrap(key).toHex()));
        }
        before = key;
        boolean isBelow = Arrays.compareUnsigned(key, from) < 0;
        boolean isInside = !isBelow && (to == null || Arrays.compareUnsigned(key, to) < 0);
        if (!isInside && outside++ == 0) {
          problems.add("the key %s does not belong here".formatted(Bytes.wrap(key).toHex()));
        }
        ObjectRef reference = entry.value().reference();
        if (reference != null) {
          uses.add(new Use(Bytes.wrap(key), reference));
        }
      }
    }

    private static byte @Nullable [] to(Place place) {
      return Runs.bytesOrNull(place.to().orElse(null));
    }
  }
}
