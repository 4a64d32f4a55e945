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

  /** An immutable object that is derived from a node. */
  record Digest(String text) {}

  static final ObjectType<Digest> DIGEST =
      new ObjectType<>() {
        @Override
        public String name() {
          return "digest";
        }

        @Override
        public Class<Digest> valueClass() {
          return Digest.class;
        }
      };

  private record UpdateableType<T>(String name, Class<T> valueClass, boolean exported)
      implements ObjectType<T> {
    @Override
    public boolean updateable() {
      return true;
    }
  }
}
