package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.View;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.ViewState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NotFoundException;

/** Reads one state of the catalog. */
class CatalogState {
  static final String NAMESPACES = "namespaces";
  static final String CONTENTS = "contents";
  static final String DROPPED = "dropped";
  static final String ENTITIES = "entities";
  static final String PURGES = "purges";

  /** Its only key is {@code last}: the report of the last reset. */
  static final String RESETS = "resets";

  /** The only key of an index that has one. */
  static final Bytes LAST = Key.of("last");

  private final View view;

  CatalogState(View view) {
    this.view = view;
  }

  View view() {
    return view;
  }

  IndexView<EntityEntry> namespaces() {
    return view.index(NAMESPACES, EntityEntry.SERIALIZER);
  }

  IndexView<EntityEntry> contents() {
    return view.index(CONTENTS, EntityEntry.SERIALIZER);
  }

  IndexView<DroppedEntity> dropped() {
    return view.index(DROPPED, DroppedEntity.SERIALIZER);
  }

  IndexView<Bytes> entities() {
    return view.index(ENTITIES, ValueSerializer.bytes());
  }

  EntityEntry namespace(Namespace namespace) {
    return namespaces()
        .get(CatalogKeys.of(namespace))
        .orElseThrow(() -> new NoSuchNamespaceException("Namespace does not exist: %s", namespace));
  }

  /** The empty namespace always exists as a parent. */
  void requireParent(Namespace namespace) {
    if (namespace.length() > 1) {
      String[] levels = namespace.levels();
      EntityEntry unused = namespace(Namespace.of(Arrays.copyOf(levels, levels.length - 1)));
    }
  }

  Map<String, String> properties(EntityEntry namespace) {
    return view.get(NamespaceState.class, namespace.state()).properties();
  }

  Optional<EntityEntry> find(TableIdentifier name, EntityKind kind) {
    return contents().get(CatalogKeys.of(name)).filter(entry -> entry.kind() == kind);
  }

  EntityEntry get(TableIdentifier name, EntityKind kind) {
    return find(name, kind).orElseThrow(() -> missing(name, kind));
  }

  private RuntimeException missing(TableIdentifier name, EntityKind kind) {
    return kind == EntityKind.VIEW
        ? new NoSuchViewException("View does not exist: %s", name)
        : new NoSuchTableException("Table does not exist: %s", name);
  }

  /** Holds that {@code to} is free for {@code from}, and its namespace exists. */
  void requireFree(TableIdentifier from, TableIdentifier to) {
    Bytes key = CatalogKeys.of(to);
    EntityEntry unused = namespace(to.namespace());
    contents()
        .get(key)
        .ifPresent(
            entry -> {
              throw new AlreadyExistsException(
                  "Cannot rename %s to %s. %s already exists", from, to, entry.kind().title());
            });
  }

  /** Holds that {@code name} is free and its namespace exists. */
  void requireFree(TableIdentifier name, EntityKind kind) {
    Bytes key = CatalogKeys.of(name);
    EntityEntry unused = namespace(name.namespace());
    contents()
        .get(key)
        .ifPresent(
            entry -> {
              throw entry.kind() == kind
                  ? new AlreadyExistsException("%s already exists: %s", kind.title(), name)
                  : new AlreadyExistsException(
                      "%s with same name already exists: %s", entry.kind().title(), name);
            });
  }

  TableState table(ObjectRef ref) {
    return view.get(TableState.class, ref);
  }

  ViewState viewState(ObjectRef ref) {
    return view.get(ViewState.class, ref);
  }

  Optional<EntityRecord> entity(long id) {
    return entities()
        .get(CatalogKeys.of(id))
        .map(payload -> StoredJson.read(EntityRecord.class, payload));
  }

  Optional<TableIdentifier> nameOf(long id) {
    return entity(id)
        .filter(record -> record.index().equals(CONTENTS))
        .map(record -> CatalogKeys.identifier(Bytes.ofHex(record.key())));
  }

  /**
   * Holds that an entity of an earlier state can get that state again.
   *
   * @return where the entity is
   */
  EntityRecord requireRestorable(EntityEntry earlier, TableIdentifier name) {
    EntityRecord record =
        entity(earlier.id())
            .orElseThrow(
                () ->
                    new NotFoundException(
                        "%s (%s) is no longer kept: its files were deleted, or given back to their owner",
                        name, earlier.id()));
    if (isPurging(earlier.id())) {
      throw new ForbiddenException(
          "The files of the dropped entity %s are being deleted", earlier.id());
    }
    if (record.index().equals(DROPPED)) {
      requireFree(name, earlier.kind());
    }
    return record;
  }

  /** All locations that an entity ever had. */
  List<Location> locationsOf(long id) {
    return entity(id).orElseThrow().locations().stream().map(Location::parse).toList();
  }

  /** The entity whose purge ended last; every end of a purge changes it. */
  Optional<Bytes> lastPurge() {
    return view.index(PURGES, ValueSerializer.bytes()).get(LAST);
  }

  /** Whether the files of an entity are being deleted. */
  boolean isPurging(long id) {
    return dropped().get(CatalogKeys.of(id)).filter(each -> each.details().purging()).isPresent();
  }

  /** Whether an entity is dropped, and its files are to be kept. */
  boolean isDroppedWithFiles(long id) {
    return dropped().get(CatalogKeys.of(id)).filter(each -> !each.details().purge()).isPresent();
  }

  /** The children of {@code parent}; one key is looked at for each. */
  List<Namespace> childrenOf(Namespace parent) {
    Bytes prefix = CatalogKeys.of(parent);
    List<Namespace> children = new ArrayList<>();
    IndexCursor<EntityEntry> cursor = namespaces().list(IndexRange.prefix(prefix).after(prefix));
    while (cursor.next()) {
      Bytes child = Key.firstElements(cursor.key(), parent.length() + 1);
      children.add(CatalogKeys.namespace(child));
      cursor.skipPast(child);
    }
    return children;
  }

  List<TableIdentifier> list(Namespace namespace, EntityKind kind) {
    namespace(namespace);
    List<TableIdentifier> names = new ArrayList<>();
    IndexCursor<EntityEntry> cursor =
        contents().list(IndexRange.prefix(CatalogKeys.contentsOf(namespace)));
    while (cursor.next()) {
      if (cursor.value().kind() == kind) {
        names.add(CatalogKeys.identifier(cursor.key()));
      }
    }
    return names;
  }

  boolean isEmpty(Namespace namespace) {
    Bytes key = CatalogKeys.of(namespace);
    return namespaces().firstOf(IndexRange.prefix(key).after(key)).isEmpty()
        && contents().firstOf(IndexRange.prefix(CatalogKeys.contentsOf(namespace))).isEmpty();
  }
}
