package dev.cairn.testkit.maintenance;

import dev.cairn.api.ObjectType;

/**
 * An updateable object that exports include.
 *
 * @param text what it says
 */
record Bookmark(String text) {
  /** An updateable object that exports leave out. */
  record Unexported(String text) {}

  static final ObjectType<Bookmark> TYPE = new UpdateableType<>("bookmark", Bookmark.class, true);
  static final ObjectType<Unexported> UNEXPORTED =
      new UpdateableType<>("unexported", Unexported.class, false);

  private record UpdateableType<T>(String name, Class<T> valueClass, boolean exported)
      implements ObjectType<T> {
    @Override
    public boolean updateable() {
      return true;
    }
  }
}
