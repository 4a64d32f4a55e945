package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** Listings by page: each costs what it shows, and all pages are of one state. */
final class CatalogPages {
  private CatalogPages() {}

  static Listing<TableIdentifier> contents(
      Store store, Namespace namespace, EntityKind kind, PageRequest page) {
    Snapshot state = store.stateFor(Catalogs.MAIN, page);
    EntityEntry unused = new CatalogState(state).namespace(namespace);
    Listing<IndexEntry<EntityEntry>> found =
        state.page(
            CatalogState.CONTENTS,
            EntityEntry.SERIALIZER,
            IndexRange.prefix(CatalogKeys.contentsOf(namespace)),
            page);
    return new Listing<>(
        found.items().stream()
            .filter(entry -> entry.value().kind() == kind)
            .map(entry -> CatalogKeys.identifier(entry.key()))
            .toList(),
        found.next());
  }

  static Listing<DroppedEntity.Details> dropped(Store store, PageRequest page) {
    Listing<IndexEntry<DroppedEntity>> found =
        store
            .stateFor(Catalogs.MAIN, page)
            .page(CatalogState.DROPPED, DroppedEntity.SERIALIZER, IndexRange.all(), page);
    return new Listing<>(
        found.items().stream().map(entry -> entry.value().details()).toList(), found.next());
  }

  static Listing<Namespace> children(Store store, Namespace parent, PageRequest page) {
    Snapshot state = store.stateFor(Catalogs.MAIN, page);
    Bytes prefix = CatalogKeys.of(parent);
    if (!parent.isEmpty()) {
      EntityEntry unused = new CatalogState(state).namespace(parent);
    }
    Listing<IndexEntry<Optional<EntityEntry>>> found =
        state.pageOfLevel(
            CatalogState.NAMESPACES,
            EntityEntry.SERIALIZER,
            IndexRange.prefix(prefix).after(prefix),
            parent.length() + 1,
            page);
    return new Listing<>(
        found.items().stream().map(entry -> CatalogKeys.namespace(entry.key())).toList(),
        found.next());
  }
}
