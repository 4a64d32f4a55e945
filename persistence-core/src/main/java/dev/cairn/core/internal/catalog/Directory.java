package dev.cairn.core.internal.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.catalog.CatalogChangedException;
import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.View;
import dev.cairn.api.store.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Entries of one kind in a state of the system scope.
 *
 * @param kind their kind, for messages
 * @param names the index by tenant ID and name
 * @param ids the index by tenant ID and ID
 */
record Directory(String kind, String names, String ids) {
  private static final int BATCH = 500;

  static final Directory TENANTS = new Directory("tenant", "tenants", "tenant-ids");
  static final Directory CATALOGS = new Directory("catalog", "catalogs", "catalog-ids");

  /** The entry called {@code name}. */
  Optional<DirectoryEntry> find(View view, String tenant, String name) {
    return view.find(DirectoryEntry.class, names, Key.of(tenant, name));
  }

  /** The entry called {@code name}, which must exist. */
  DirectoryEntry get(View view, String tenant, String name) {
    return find(view, tenant, name)
        .orElseThrow(
            () ->
                new CatalogNotFoundException(
                    "there is no %s '%s'; create it first".formatted(kind, name)));
  }

  /** One page of the entries of {@code tenant}, by name. */
  Listing<DirectoryEntry> list(Snapshot state, String tenant, PageRequest page) {
    Listing<IndexEntry<ObjectRef>> found =
        state.page(names, IndexRange.prefix(Key.of(tenant)), page);
    List<ObjectRef> refs = found.items().stream().map(IndexEntry::value).toList();
    List<Optional<DirectoryEntry>> entries = findAll(state, refs, page);
    return new Listing<>(
        entries.stream().map(entry -> entry.orElseThrow(() -> missing())).toList(), found.next());
  }

  private static List<Optional<DirectoryEntry>> findAll(
      Snapshot state, List<ObjectRef> refs, PageRequest page) {
    try {
      return state.findAll(DirectoryEntry.class, refs);
    } catch (HeadNotFoundException e) {
      if (page.token().isEmpty()) {
        throw e;
      }
      throw new PageTokenExpiredException(
          "the state of the listing is no longer retained; begin the listing again", e);
    }
  }

  /** The first entry of {@code tenant}, by name. */
  Optional<DirectoryEntry> first(View view, String tenant) {
    return view.index(names)
        .firstOf(IndexRange.prefix(Key.of(tenant)))
        .map(entry -> view.get(DirectoryEntry.class, entry.value()));
  }

  private DamagedDataException missing() {
    return new DamagedDataException(
        "the system scope names a %s that does not exist".formatted(kind));
  }

  DirectoryEntry create(Workspace workspace, DirectoryEntry entry) {
    if (find(workspace, entry.tenant(), entry.name()).isPresent()) {
      throw new CatalogExistsException(
          "there is a %s '%s' already; choose another name".formatted(kind, entry.name()));
    }
    put(workspace, entry);
    workspace.message("create %s %s".formatted(kind, entry.name()));
    return entry;
  }

  /** Changes the entry if it still has the version that the caller saw. */
  DirectoryEntry change(
      Workspace workspace, DirectoryEntry seen, String what, UnaryOperator<DirectoryEntry> change) {
    Bytes id = Key.of(seen.tenant(), seen.id());
    DirectoryEntry found =
        workspace
            .find(DirectoryEntry.class, ids, id)
            .filter(entry -> entry.version() == seen.version())
            .orElseThrow(
                () ->
                    new CatalogChangedException(
                        "the %s '%s' has changed since version %d; read it again"
                            .formatted(kind, seen.name(), seen.version())));
    if (found.state() == LifeState.PURGED) {
      throw new CatalogNotActiveException(
          "the %s '%s' is purged; that cannot be undone".formatted(kind, seen.name()));
    }
    DirectoryEntry changed = change.apply(found);
    put(workspace, changed);
    workspace.message("%s %s %s".formatted(what, kind, changed.name()));
    return changed;
  }

  /** Purges an entry permanently: its name becomes free, its ID is never used again. */
  DirectoryEntry purge(Workspace workspace, DirectoryEntry seen) {
    DirectoryEntry purged = change(workspace, seen, "purge", entry -> purged(entry));
    workspace.index(names).remove(Key.of(purged.tenant(), purged.name()));
    return purged;
  }

  private DirectoryEntry purged(DirectoryEntry entry) {
    if (entry.state() != LifeState.DEACTIVATED) {
      throw new CatalogNotActiveException(
          "the %s '%s' is %s and cannot be purged; deactivate it first"
              .formatted(kind, entry.name(), entry.state()));
    }
    return entry.with(LifeState.PURGED);
  }

  /** Records that an ID without an entry is purged permanently. */
  void giveUp(Workspace workspace, DirectoryEntry unknown) {
    Bytes id = Key.of(unknown.tenant(), unknown.id());
    Optional<DirectoryEntry> found = workspace.find(DirectoryEntry.class, ids, id);
    if (found.isPresent() && found.get().state() != LifeState.PURGED) {
      throw new CatalogExistsException(
          "the scope %s/%s belongs to the %s '%s'; deactivate and purge that one"
              .formatted(unknown.tenant(), unknown.id(), kind, found.get().name()));
    }
    if (found.isEmpty()) {
      workspace.index(ids).put(id, workspace.put(unknown));
      workspace.message("purge unknown %s %s/%s".formatted(kind, unknown.tenant(), unknown.id()));
    }
  }

  /** Passes all entries that ever existed to {@code action}. */
  void forEach(View view, Consumer<DirectoryEntry> action) {
    IndexCursor<ObjectRef> cursor = view.index(ids).list(IndexRange.all());
    List<ObjectRef> refs = new ArrayList<>();
    boolean isMore = true;
    while (isMore) {
      isMore = cursor.next();
      if (isMore) {
        refs.add(cursor.value());
      }
      if (!isMore || refs.size() == BATCH) {
        view.findAll(DirectoryEntry.class, refs)
            .forEach(entry -> action.accept(entry.orElseThrow(() -> missing())));
        refs.clear();
      }
    }
  }

  private void put(Workspace workspace, DirectoryEntry entry) {
    ObjectRef ref = workspace.put(entry);
    workspace.index(names).put(Key.of(entry.tenant(), entry.name()), ref);
    workspace.index(ids).put(Key.of(entry.tenant(), entry.id()), ref);
  }
}
