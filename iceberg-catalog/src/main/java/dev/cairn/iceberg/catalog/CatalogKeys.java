package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;

/** Names of namespaces, tables and views as keys. */
final class CatalogKeys {
  private static final char SEPARATOR = 0x1F;

  private CatalogKeys() {}

  /** The key of a namespace: each level is an element. */
  static Bytes of(Namespace namespace) {
    for (String level : namespace.levels()) {
      check(level);
    }
    return keyed(namespace, () -> Key.of(namespace.levels()));
  }

  /** The key of a table or view: the namespace as one element, and the name. */
  static Bytes of(TableIdentifier name) {
    check(name.name());
    Bytes namespace = of(name.namespace());
    return keyed(name, () -> Key.of(List.of(namespace, Bytes.ofUtf8("a name", name.name()))));
  }

  /** The prefix of the keys of all tables and views of a namespace, without its children. */
  static Bytes contentsOf(Namespace namespace) {
    return Key.of(List.of(of(namespace)));
  }

  static Bytes of(long id) {
    return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(id).array());
  }

  static Namespace namespace(Bytes key) {
    return Namespace.of(Key.elements(key).stream().map(Bytes::toUtf8).toArray(String[]::new));
  }

  static TableIdentifier identifier(Bytes key) {
    List<Bytes> elements = Key.elements(key);
    return TableIdentifier.of(namespace(elements.get(0)), elements.get(1).toUtf8());
  }

  private static void check(String name) {
    ValidationException.check(
        !name.isEmpty() && !name.equals(".") && !name.equals("..") && name.indexOf(SEPARATOR) < 0,
        "Invalid name '%s': it must not be empty, . or .., or have the character 0x1F",
        name);
  }

  private static Bytes keyed(Object name, Supplier<Bytes> key) {
    try {
      return key.get();
    } catch (IllegalArgumentException e) {
      throw new ValidationException(e, "Invalid name %s: %s", name, e.getMessage());
    }
  }
}
