package dev.cairn.core.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.catalog.CatalogChangedException;
import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.catalog.Listing;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.View;
import dev.cairn.api.store.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The entries of one kind in a state of the system scope.
 *
 * @param kind what they are, for messages
 * @param names the index by tenant ID and name
 * @param ids the index by tenant ID and ID
 */
record Directory(String kind, String names, String ids) {
  private static final int BATCH = 500;

  static final Directory TENANTS = new Directory("tenant", "tenants", "tenant-ids");
  static final Directory CATALOGS = new Directory("catalog", "catalogs", "catalog-ids");

  /** The entry called {@code name}. */
  Optional<Entry> find(View view, String tenant, String name) {
    return view.find(Entry.class, names, Key.of(tenant, name));
  }

  /** The same, which has to be there. */
  Entry get(View view, String tenant, String name) {
    return find(view, tenant, name)
        .orElseThrow(
            () ->
                new CatalogNotFoundException(
                    "there is no %s '%s'; create it first".formatted(kind, name)));
  }

  Listing<Entry> list(View view, String tenant, Optional<String> after, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("a listing has at least 1 item, not " + limit);
    }
    IndexRange all = IndexRange.prefix(Key.of(tenant));
    List<ObjectRef> refs = new ArrayList<>();
    IndexCursor<ObjectRef> cursor = view.index(names).list(all);
    after.ifPresent(name -> cursor.seek(Key.after(Key.of(tenant, name))));
    boolean isMore = cursor.next();
    while (isMore && refs.size() < limit) {
      refs.add(cursor.value());
      isMore = cursor.next();
    }
    List<Entry> entries =
        view.findAll(Entry.class, refs).stream()
            .map(entry -> entry.orElseThrow(() -> missing()))
            .toList();
    return new Listing<>(
        entries, isMore ? Optional.of(entries.get(entries.size() - 1).name()) : Optional.empty());
  }

  private DamagedDataException missing() {
    return new DamagedDataException(
        "the system scope names a %s that is not there".formatted(kind));
  }

  Entry create(Workspace workspace, Entry entry) {
    if (find(workspace, entry.tenant(), entry.name()).isPresent()) {
      throw new CatalogExistsException(
          "there is a %s '%s' already; choose another name".formatted(kind, entry.name()));
    }
    put(workspace, entry);
    workspace.message("create %s %s".formatted(kind, entry.name()));
    return entry;
  }

  /** Changes the entry if it still has the version that the caller saw. */
  Entry change(Workspace workspace, Entry seen, String what, UnaryOperator<Entry> change) {
    Bytes id = Key.of(seen.tenant(), seen.id());
    Entry found =
        workspace
            .find(Entry.class, ids, id)
            .filter(entry -> entry.version() == seen.version())
            .orElseThrow(
                () ->
                    new CatalogChangedException(
                        "the %s '%s' is not as it was at version %d; look at it again"
                            .formatted(kind, seen.name(), seen.version())));
    if (found.state() == LifeState.PURGED) {
      throw new CatalogNotActiveException(
          "the %s '%s' is purged, for ever".formatted(kind, seen.name()));
    }
    Entry changed = change.apply(found);
    put(workspace, changed);
    workspace.message("%s %s %s".formatted(what, kind, changed.name()));
    return changed;
  }

  /** Gives an entry up for ever: its name is free, its ID stays taken. */
  void purge(Workspace workspace, Entry seen) {
    Entry purged = change(workspace, seen, "purge", entry -> purged(entry));
    workspace.index(names).remove(Key.of(purged.tenant(), purged.name()));
  }

  private Entry purged(Entry entry) {
    if (entry.state() != LifeState.DEACTIVATED) {
      throw new CatalogNotActiveException(
          "the %s '%s' is %s; only one that is deactivated can be purged"
              .formatted(kind, entry.name(), entry.state()));
    }
    return entry.with(LifeState.PURGED);
  }

  /** Notes that an ID which nobody has is given up for ever. */
  void giveUp(Workspace workspace, Entry unknown) {
    Bytes id = Key.of(unknown.tenant(), unknown.id());
    Optional<Entry> found = workspace.find(Entry.class, ids, id);
    if (found.isPresent() && found.get().state() != LifeState.PURGED) {
      throw new CatalogExistsException(
          "the scope %s/%s is that of the %s '%s'; deactivate and purge that"
              .formatted(unknown.tenant(), unknown.id(), kind, found.get().name()));
    }
    if (found.isEmpty()) {
      workspace.index(ids).put(id, workspace.put(unknown));
      workspace.message("purge unknown %s %s/%s".formatted(kind, unknown.tenant(), unknown.id()));
    }
  }

  /** All entries there ever were. */
  void forEach(View view, Consumer<Entry> action) {
    IndexCursor<ObjectRef> cursor = view.index(ids).list(IndexRange.all());
    List<ObjectRef> refs = new ArrayList<>();
    boolean isMore = true;
    while (isMore) {
      isMore = cursor.next();
      if (isMore) {
        refs.add(cursor.value());
      }
      if (!isMore || refs.size() == BATCH) {
        view.findAll(Entry.class, refs)
            .forEach(entry -> action.accept(entry.orElseThrow(() -> missing())));
        refs.clear();
      }
    }
  }

  private void put(Workspace workspace, Entry entry) {
    ObjectRef ref = workspace.put(entry);
    workspace.index(names).put(Key.of(entry.tenant(), entry.name()), ref);
    workspace.index(ids).put(Key.of(entry.tenant(), entry.id()), ref);
  }
}
