package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The edits of one reset: {@code namespaces} and {@code contents} as in an earlier state, and the
 * other indexes in agreement with them.
 *
 * <p>Whether an entity still exists is decided by its ID. One that does not is left out: its files
 * are gone or belong to others, and so do its locations. Entities that exist have owned their
 * locations all along, so the index of locations stays as it is.
 */
final class CatalogReset {
  private final CatalogEdits edits;
  private final CatalogState earlier;
  private final List<TableIdentifier> leftOut = new ArrayList<>();
  private final List<TableIdentifier> dropped = new ArrayList<>();
  private final long nowMillis;
  private int restored;

  CatalogReset(CatalogEdits edits, CatalogState earlier, long nowMillis) {
    this.edits = edits;
    this.earlier = earlier;
    this.nowMillis = nowMillis;
  }

  ResetReport run() {
    resetNamespaces();
    resetContents();
    return new ResetReport(restored, dropped, leftOut);
  }

  private void resetNamespaces() {
    SortedMap<Bytes, EntityEntry> before = all(earlier.namespaces());
    SortedMap<Bytes, EntityEntry> now = all(edits.namespaces());
    now.forEach(
        (key, entry) -> {
          EntityEntry old = before.get(key);
          if (old == null || old.id() != entry.id()) {
            edits.removeNamespace(CatalogKeys.namespace(key), entry);
          }
        });
    before.forEach(
        (key, entry) -> {
          if (!entry.equals(now.get(key))) {
            edits.putNamespace(key, entry);
          }
        });
  }

  private void resetContents() {
    SortedMap<Bytes, EntityEntry> before = existing();
    SortedMap<Bytes, EntityEntry> now = all(edits.contents());
    Set<Long> staying = new HashSet<>();
    before.values().forEach(entry -> staying.add(entry.id()));
    now.forEach(
        (key, entry) -> {
          if (!staying.contains(entry.id())) {
            drop(CatalogKeys.identifier(key), entry);
          } else if (!before.containsKey(key)) {
            edits.vacate(key);
          }
        });
    for (Map.Entry<Bytes, EntityEntry> each : before.entrySet()) {
      if (!each.getValue().equals(now.get(each.getKey()))) {
        edits.place(each.getKey(), each.getValue());
        restored++;
      }
    }
  }

  /** What the earlier state has and still exists. */
  private SortedMap<Bytes, EntityEntry> existing() {
    SortedMap<Bytes, EntityEntry> found = all(earlier.contents());
    found
        .entrySet()
        .removeIf(
            each -> {
              long id = each.getValue().id();
              boolean isGone = edits.entity(id).isEmpty() || edits.isPurging(id);
              if (isGone) {
                leftOut.add(CatalogKeys.identifier(each.getKey()));
              }
              return isGone;
            });
    return found;
  }

  private void drop(TableIdentifier name, EntityEntry entry) {
    edits.drop(
        name,
        new DroppedEntity(
            entry,
            new DroppedEntity.Details(
                entry.kind(),
                entry.id(),
                List.of(name.namespace().levels()),
                name.name(),
                nowMillis,
                edits.request().principal().name().orElse(""),
                false,
                false)));
    dropped.add(name);
  }

  private static SortedMap<Bytes, EntityEntry> all(IndexView<EntityEntry> index) {
    SortedMap<Bytes, EntityEntry> found = new TreeMap<>();
    IndexCursor<EntityEntry> cursor = index.list(IndexRange.all());
    while (cursor.next()) {
      found.put(cursor.key(), cursor.value());
    }
    return found;
  }
}
