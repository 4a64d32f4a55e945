package dev.cairn.testkit.engine;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import java.util.Collection;
import java.util.List;

/**
 * An object that needs items.
 *
 * @param items the IDs of the items
 */
record Bundle(String text, List<Long> items) {
  /** The type of bundles. */
  static final ObjectType<Bundle> TYPE = new Type();

  /** What is empty is not stored. */
  Bundle {
    items = items == null ? List.of() : items;
  }

  /** A bundle of {@code refs}. */
  static Bundle of(String text, ObjectRef... refs) {
    return new Bundle(text, List.of(refs).stream().map(ObjectRef::id).toList());
  }

  private record Type() implements ObjectType<Bundle> {
    @Override
    public String name() {
      return "bundle";
    }

    @Override
    public Class<Bundle> valueClass() {
      return Bundle.class;
    }

    @Override
    public Collection<ObjectRef> references(Bundle bundle) {
      return bundle.items().stream().map(id -> new ObjectRef("item", id)).toList();
    }
  }
}
