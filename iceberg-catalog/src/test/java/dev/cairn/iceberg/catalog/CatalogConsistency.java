package dev.cairn.iceberg.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.View;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.location.LocationIndex;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.catalog.Namespace;

/** All indexes of a catalog say the same. */
final class CatalogConsistency {
  private CatalogConsistency() {}

  static void check(View view) {
    CatalogState state = new CatalogState(view);
    Map<Long, String> places = new HashMap<>();
    addAll(places, CatalogState.NAMESPACES, state.namespaces());
    addAll(places, CatalogState.CONTENTS, state.contents());
    IndexCursor<EntityEntry> contents = state.contents().list(IndexRange.all());
    while (contents.next()) {
      Namespace namespace = CatalogKeys.identifier(contents.key()).namespace();
      assertTrue(state.namespaces().contains(CatalogKeys.of(namespace)), namespace::toString);
    }
    IndexCursor<DroppedEntity> dropped = state.dropped().list(IndexRange.all());
    while (dropped.next()) {
      long id = dropped.value().entry().id();
      assertEquals(CatalogKeys.of(id), dropped.key());
      assertEquals(null, places.put(id, CatalogState.DROPPED + " " + dropped.key().toHex()));
    }
    Map<Long, String> records = new HashMap<>();
    Map<Bytes, Set<Long>> owners = new HashMap<>();
    IndexCursor<Bytes> entities = state.entities().list(IndexRange.all());
    while (entities.next()) {
      long id = entities.key().toByteBuffer().getLong();
      EntityRecord record = StoredJson.read(EntityRecord.class, entities.value());
      records.put(id, record.index() + " " + record.key());
      for (String location : record.locations()) {
        owners.computeIfAbsent(Location.parse(location).key(), none -> new HashSet<>()).add(id);
      }
    }
    assertEquals(places, records, "where entities are");
    Map<Bytes, Set<Long>> taken = new HashMap<>();
    IndexCursor<Bytes> locations =
        view.index(LocationIndex.NAME, ValueSerializer.bytes()).list(IndexRange.all());
    while (locations.next()) {
      Set<Long> ids = new HashSet<>();
      for (long id : LocationIndex.ids(locations.value())) {
        ids.add(id);
      }
      taken.put(locations.key(), ids);
    }
    assertEquals(owners, taken, "who owns which location");
  }

  private static void addAll(Map<Long, String> places, String name, IndexView<EntityEntry> index) {
    IndexCursor<EntityEntry> cursor = index.list(IndexRange.all());
    while (cursor.next()) {
      assertEquals(
          null,
          places.put(cursor.value().id(), name + " " + cursor.key().toHex()),
          "in two places");
    }
  }
}
