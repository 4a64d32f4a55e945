package dev.cairn.testkit.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import java.util.Collection;
import java.util.List;

/**
 * An object that may lead to others.
 *
 * @param text what tells it from others
 * @param content what makes it large
 * @param links the objects it needs, nodes too
 */
record Node(String text, Bytes content, List<Long> links) {
  static final String TYPE_NAME = "node";

  /** All types a test needs. */
  static final ObjectTypes TYPES =
      ObjectTypes.of(List.of(new Type(), Bookmark.TYPE, Bookmark.UNEXPORTED, Bookmark.DIGEST));

  /** What is empty is not stored. */
  Node {
    content = content == null ? Bytes.empty() : content;
    links = links == null ? List.of() : List.copyOf(links);
  }

  static Node of(String text, ObjectRef... links) {
    return new Node(text, Bytes.empty(), List.of(links).stream().map(ObjectRef::id).toList());
  }

  private record Type() implements ObjectType<Node> {
    @Override
    public String name() {
      return TYPE_NAME;
    }

    @Override
    public Class<Node> valueClass() {
      return Node.class;
    }

    @Override
    public Collection<ObjectRef> references(Node value) {
      return value.links.stream().map(id -> new ObjectRef(TYPE_NAME, id)).toList();
    }
  }
}
