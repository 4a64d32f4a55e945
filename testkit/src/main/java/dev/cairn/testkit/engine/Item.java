package dev.cairn.testkit.engine;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import java.util.List;

/**
 * The object that tests store.
 *
 * @param text what tells it from others
 * @param content what makes it large
 */
record Item(String text, Bytes content) {
  /** All types a test needs. */
  static final ObjectTypes TYPES =
      ObjectTypes.of(List.of(new Type(), Bundle.TYPE, ItemSummary.TYPE, Quota.TYPE));

  /** What is empty is not stored. */
  Item {
    content = content == null ? Bytes.empty() : content;
  }

  Item(String text) {
    this(text, Bytes.empty());
  }

  private record Type() implements ObjectType<Item> {
    @Override
    public String name() {
      return "item";
    }

    @Override
    public Class<Item> valueClass() {
      return Item.class;
    }
  }
}
