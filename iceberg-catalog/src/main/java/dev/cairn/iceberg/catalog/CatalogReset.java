package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What a reset has to edit: {@code namespaces} and {@code contents} become those of an earlier
 * state, and the other indexes agree with them.
 *
 * <p>Whether an entity still exists is decided by its ID. One that does not is left out: its files
 * are gone or belong to others, and so do its locations. Entities that exist have owned their
 * locations all along, so the index of locations does not change.
 */
final class CatalogReset {
  private final SortedMap<Bytes, EntityEntry> removedNamespaces = new TreeMap<>();
  private final SortedMap<Bytes, EntityEntry> putNamespaces = new TreeMap<>();
  private final SortedMap<Bytes, EntityEntry> dropped = new TreeMap<>();
  private final List<Bytes> vacated = new ArrayList<>();
  private final SortedMap<Bytes, EntityEntry> placed = new TreeMap<>();
  private final List<TableIdentifier> leftOut = new ArrayList<>();

  private CatalogReset() {}

  static CatalogReset between(CatalogState earlier, CatalogState now) {
    CatalogReset reset = new CatalogReset();
    reset.compareNamespaces(all(earlier.namespaces()), all(now.namespaces()));
    reset.compareContents(reset.existing(earlier, now), all(now.contents()));
    return reset;
  }

  private void compareNamespaces(
      SortedMap<Bytes, EntityEntry> before, SortedMap<Bytes, EntityEntry> now) {
    now.forEach(
        (key, entry) -> {
          EntityEntry old = before.get(key);
          if (old == null || old.id() != entry.id()) {
            removedNamespaces.put(key, entry);
          }
        });
    before.forEach(
        (key, entry) -> {
          if (!entry.equals(now.get(key))) {
            putNamespaces.put(key, entry);
          }
        });
  }

  private void compareContents(
      SortedMap<Bytes, EntityEntry> before, SortedMap<Bytes, EntityEntry> now) {
    Set<Long> staying = new HashSet<>();
    before.values().forEach(entry -> staying.add(entry.id()));
    now.forEach(
        (key, entry) -> {
          if (!staying.contains(entry.id())) {
            dropped.put(key, entry);
          } else if (!before.containsKey(key)) {
            vacated.add(key);
          }
        });
    before.forEach(
        (key, entry) -> {
          if (!entry.equals(now.get(key))) {
            placed.put(key, entry);
          }
        });
  }

  /** What the earlier state has and still exists. */
  private SortedMap<Bytes, EntityEntry> existing(CatalogState earlier, CatalogState now) {
    SortedMap<Bytes, EntityEntry> found = all(earlier.contents());
    found
        .entrySet()
        .removeIf(
            each -> {
              long id = each.getValue().id();
              boolean isGone = now.entity(id).isEmpty() || now.isPurging(id);
              if (isGone) {
                leftOut.add(CatalogKeys.identifier(each.getKey()));
              }
              return isGone;
            });
    return found;
  }

  ResetReport report() {
    return new ResetReport(
        placed.size(), dropped.keySet().stream().map(CatalogKeys::identifier).toList(), leftOut);
  }

  void apply(CatalogEdits edits, long nowMillis) {
    removedNamespaces.forEach(
        (key, entry) -> edits.removeNamespace(CatalogKeys.namespace(key), entry));
    putNamespaces.forEach(edits::putNamespace);
    dropped.forEach((key, entry) -> drop(edits, CatalogKeys.identifier(key), entry, nowMillis));
    vacated.forEach(edits::vacate);
    placed.forEach(edits::place);
  }

  private static void drop(
      CatalogEdits edits, TableIdentifier name, EntityEntry entry, long nowMillis) {
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
