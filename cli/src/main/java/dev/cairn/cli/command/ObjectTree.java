package dev.cairn.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.internal.codec.Trees;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.index.PageContents;
import dev.cairn.core.internal.objects.RawObjects.RawObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * The value of any object as JSON. Values of types are stored as Smile, which is JSON in another
 * form. What the engine packs tighter than that, pages and roots of indexes and lines of heads, is
 * unpacked; other bytes, such as runs of keys and what only an application knows, are shown as
 * {@code 0x} and digits.
 */
final class ObjectTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ObjectTree() {}

  static JsonNode of(RawObject found) {
    String type = found.row().key().type();
    Bytes value = found.value();
    if (type.equals(Heads.PAGE_TYPE)) {
      return contents(PageContents.ofPage(found.row().key().id().toLong(), value));
    }
    Optional<JsonNode> tree = Trees.read(value);
    if (tree.isEmpty()) {
      return TextNode.valueOf("0x" + value.toHex());
    }
    if (type.equals(Head.TYPE.name()) && tree.get() instanceof ObjectNode head) {
      unpack(head);
    }
    return plain(tree.get());
  }

  private static void unpack(ObjectNode head) {
    if (head.path("earlier").isBinary()) {
      ArrayNode line = NODES.arrayNode();
      EarlierHeads.ofBytes(bytes(head.path("earlier"))).heads().stream()
          .map(each -> new HeadId(each.version(), each.headId()).toString())
          .forEach(line::add);
      head.set("earlier", line);
    }
    if (head.get("indexes") instanceof ObjectNode indexes) {
      indexes
          .properties()
          .forEach(index -> index.setValue(contents(PageContents.ofRoot(bytes(index.getValue())))));
    }
  }

  private static JsonNode contents(PageContents contents) {
    ObjectNode node = NODES.objectNode().put("level", contents.level());
    if (!contents.children().isEmpty()) {
      ArrayNode pages = node.putArray("pages");
      contents
          .children()
          .forEach(
              below -> {
                ObjectNode page =
                    pages
                        .addObject()
                        .put("page", "%s/%016x".formatted(Heads.PAGE_TYPE, below.page()))
                        .put("from", KeyText.bound(below.from()))
                        .put("entries", below.entries())
                        .put("buffered", below.buffered());
                if (!below.changes().isEmpty()) {
                  addItems(page.putArray("changes"), below.changes());
                }
              });
    }
    if (!contents.items().isEmpty()) {
      addItems(node.putArray("entries"), contents.items());
    }
    return node;
  }

  private static void addItems(ArrayNode array, Iterable<PageContents.Item> items) {
    for (PageContents.Item item : items) {
      ObjectNode node = array.addObject().put("key", KeyText.of(item.key()));
      if (item.isRemoved()) {
        node.put("removed", true);
      }
      item.reference().ifPresent(ref -> node.put("object", ref.toString()));
      if (!item.payload().isEmpty()) {
        node.put("payload", "0x" + item.payload().toHex());
      }
    }
  }

  /** The same with bytes as text that people can compare. */
  private static JsonNode plain(JsonNode node) {
    if (node.isBinary()) {
      return TextNode.valueOf("0x" + bytes(node).toHex());
    }
    if (node instanceof ObjectNode object) {
      object.properties().forEach(each -> each.setValue(plain(each.getValue())));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, plain(array.get(i)));
      }
    }
    return node;
  }

  private static Bytes bytes(JsonNode node) {
    try {
      return Bytes.wrap(node.binaryValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
