package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Contents of a root or a page, for operators that inspect a database.
 *
 * @param level how many levels of pages are below; a leaf has none
 * @param children the pages below
 * @param items the entries of a leaf, or the changes that a head embeds
 */
public record PageContents(int level, List<Below> children, List<Item> items) {
  /**
   * A key and its value.
   *
   * @param isRemoved whether this removes the key from pages below
   * @param reference the object that the value refers to
   * @param payload the rest of the value
   */
  public record Item(Bytes key, boolean isRemoved, Optional<ObjectRef> reference, Bytes payload) {}

  /**
   * A page below.
   *
   * @param from the first key it may have
   * @param page its ID
   * @param entries how many entries the leaves below it hold
   * @param buffered how many changes are buffered below it
   * @param changes the changes buffered here
   */
  public record Below(Bytes from, long page, long entries, long buffered, List<Item> changes) {}

  /**
   * Reads what a head embeds of an index.
   *
   * @throws dev.cairn.api.DamagedDataException if it is damaged
   */
  public static PageContents ofRoot(Bytes bytes) {
    Root root = Root.read(bytes);
    List<Below> children = root.height() == 0 ? List.of() : List.of(below(root.page()));
    return new PageContents(root.height(), children, items(root.embedded()));
  }

  /**
   * Reads the page stored under {@code id}.
   *
   * @throws dev.cairn.api.DamagedDataException if it is damaged
   */
  public static PageContents ofPage(long id, Bytes bytes) {
    Page page = Page.open(id, bytes);
    return page.level() == 0
        ? new PageContents(0, List.of(), items(page.block()))
        : new PageContents(
            page.level(), page.children().stream().map(PageContents::below).toList(), List.of());
  }

  private static Below below(Child child) {
    return new Below(
        Bytes.copyOf(child.pivot()),
        child.id(),
        child.entries(),
        child.buffered(),
        child.buffer().length == 0 ? List.of() : items(child.bufferBlock()));
  }

  private static List<Item> items(Block block) {
    List<Item> items = new ArrayList<>(block.count());
    for (BlockEntry entry : new Runs.BlockEntries(block)) {
      RawValue value = entry.value();
      items.add(
          new Item(
              Bytes.copyOf(entry.key()),
              value.isTombstone(),
              Optional.ofNullable(value.reference()),
              value.payload()));
    }
    return items;
  }
}
