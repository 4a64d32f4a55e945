package dev.cairn.testkit.engine;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;

/** An object that is derived from an item. */
record ItemSummary(String text, Bytes content) {
  /** The type of summaries. */
  static final ObjectType<ItemSummary> TYPE = new Type();

  /** What is empty is not stored. */
  ItemSummary {
    content = content == null ? Bytes.empty() : content;
  }

  ItemSummary(String text) {
    this(text, Bytes.empty());
  }

  /** The summary of an item. */
  static ObjectRef of(ObjectRef item) {
    return new ObjectRef("summary", item.id());
  }

  private record Type() implements ObjectType<ItemSummary> {
    @Override
    public String name() {
      return "summary";
    }

    @Override
    public Class<ItemSummary> valueClass() {
      return ItemSummary.class;
    }
  }
}
