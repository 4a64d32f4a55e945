package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NotFoundException;

/** What a catalog should be: simple maps, and the answer that each operation should get. */
final class CatalogModel {
  /** Something changes. */
  static final String OK = "ok";

  /** The operation succeeds and changes nothing. */
  static final String SAME = "same";

  /** A table or view: its ID, the value of its property, and the snapshots of a table. */
  record Entity(EntityKind kind, long id, String value, List<Long> snapshots) {
    Entity withValue(String newValue) {
      return new Entity(kind, id, newValue, snapshots);
    }

    Entity withSnapshot(long snapshot) {
      List<Long> more = new ArrayList<>(snapshots);
      more.add(snapshot);
      return new Entity(kind, id, value, more);
    }

    Long head() {
      return snapshots.isEmpty() ? null : snapshots.get(snapshots.size() - 1);
    }
  }

  final Map<String, Map<String, String>> namespaces = new TreeMap<>();
  final Map<String, Entity> contents = new TreeMap<>();
  final Map<Long, Entity> dropped = new TreeMap<>();

  private static String text(Class<? extends Exception> refusal) {
    return refusal.getSimpleName();
  }

  String createNamespace(Namespace name) {
    boolean hasParent =
        name.length() == 1 || namespaces.containsKey(Namespace.of(name.level(0)).toString());
    return namespaces.containsKey(name.toString())
        ? text(AlreadyExistsException.class)
        : hasParent ? OK : text(NoSuchNamespaceException.class);
  }

  String dropNamespace(Namespace name) {
    String prefix = name + ".";
    boolean isEmpty =
        namespaces.keySet().stream().noneMatch(other -> other.startsWith(prefix))
            && contents.keySet().stream()
                .noneMatch(other -> other.substring(0, other.lastIndexOf('.')).equals("" + name));
    return !namespaces.containsKey(name.toString())
        ? text(NoSuchNamespaceException.class)
        : isEmpty ? OK : text(NamespaceNotEmptyException.class);
  }

  String setProperty(Namespace name, String value) {
    Map<String, String> properties = namespaces.get(name.toString());
    return properties == null
        ? text(NoSuchNamespaceException.class)
        : value.equals(properties.get("value")) ? SAME : OK;
  }

  String free(TableIdentifier name) {
    return !namespaces.containsKey(name.namespace().toString())
        ? text(NoSuchNamespaceException.class)
        : contents.containsKey(name.toString()) ? text(AlreadyExistsException.class) : OK;
  }

  String exists(EntityKind kind, TableIdentifier name) {
    Entity found = contents.get(name.toString());
    return found != null && found.kind() == kind
        ? OK
        : text(kind == EntityKind.VIEW ? NoSuchViewException.class : NoSuchTableException.class);
  }

  String append(TableIdentifier name, Long parent) {
    String exists = exists(EntityKind.TABLE, name);
    if (!exists.equals(OK)) {
      return exists;
    }
    Long head = contents.get(name.toString()).head();
    boolean isCurrent = head == null ? parent == null : head.equals(parent);
    return isCurrent ? OK : text(CommitFailedException.class);
  }

  String rename(EntityKind kind, TableIdentifier from, TableIdentifier to) {
    String exists = exists(kind, from);
    return !exists.equals(OK) ? exists : from.equals(to) ? SAME : free(to);
  }

  String undrop(long id, TableIdentifier to) {
    return dropped.containsKey(id) ? free(to) : text(NotFoundException.class);
  }

  /** The ID of the entity that {@code entry} is about, as the log has it. */
  static long id(LogEntry entry) {
    Bytes key = entry.changedKeys().get(CatalogState.ENTITIES).get(0);
    return key.toByteBuffer().getLong();
  }
}
