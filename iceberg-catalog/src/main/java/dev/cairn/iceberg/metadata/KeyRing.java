package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides where the encryption keys of a table are stored: beside the new snapshot that uses one,
 * else in the definition.
 *
 * <p>So an append to an encrypted table does not write the keys of earlier snapshots again. A key
 * that outlives its snapshot moves to the definition.
 */
final class KeyRing {
  private final Map<String, StoredKey> besides = new HashMap<>();
  private final List<StoredKey> inDefinition = new ArrayList<>();
  private final Set<Long> positions = new HashSet<>();
  private long next;

  KeyRing(@Nullable TableBase base, TableJson json, AddedIds added) {
    Map<String, StoredKey> known = new HashMap<>();
    Set<String> stayBesides = new HashSet<>();
    Set<Long> live = new HashSet<>();
    Set<String> wanted = new HashSet<>();
    json.list(TableJson.SNAPSHOTS)
        .forEach(
            snapshot -> {
              live.add(TableJson.id(snapshot));
              if (added.isNew(TableJson.id(snapshot))) {
                wanted.add(snapshot.path("key-id").asText(""));
              }
            });
    if (base != null) {
      next = base.table().state().nextKey();
      base.table().definition().keys().forEach(key -> known.put(key.id(), key));
      for (SnapshotElement element : elements(base)) {
        StoredKey key = element.key();
        if (key != null) {
          known.put(key.id(), key);
          if (!base.isComplete() || (live.contains(element.id()) && !added.isNew(element.id()))) {
            stayBesides.add(key.id());
          }
        }
      }
    }
    added.removedKeys().forEach(known::remove);
    Set<String> used = new HashSet<>();
    for (JsonNode node : json.list(TableJson.ENCRYPTION_KEYS)) {
      String id = node.path("key-id").asText();
      StoredKey key = known.get(id);
      if (key == null) {
        stayBesides.remove(id);
        key = new StoredKey(0, next++, id, node.toString());
        positions.add(key.position());
        if (wanted.contains(id) && used.add(id)) {
          besides.put(id, key);
          continue;
        }
      }
      positions.add(key.position());
      if (!stayBesides.contains(id)) {
        inDefinition.add(key.at(0));
      }
    }
    inDefinition.sort(Comparator.comparingLong(StoredKey::position));
  }

  private static List<SnapshotElement> elements(TableBase base) {
    TableReader table = base.table();
    List<SnapshotElement> all = new ArrayList<>(table.state().tail().elements());
    if (base.isComplete() && table.state().nextKey() > 0) {
      List<LeafEntry> entries = table.entries();
      List<SnapshotLeaf> leaves = table.leaves(entries);
      for (int i = 0; i < entries.size(); i++) {
        all.addAll(TableReader.live(entries.get(i), leaves.get(i)));
      }
    }
    return all;
  }

  /** The key that is stored beside the new snapshot {@code node}, once. */
  @Nullable StoredKey besides(JsonNode node) {
    return besides.remove(node.path("key-id").asText(""));
  }

  /** The keys of the definition. */
  List<StoredKey> inDefinition() {
    return inDefinition;
  }

  /** The positions of the keys that the table has. */
  Set<Long> positions() {
    return positions;
  }

  /** The position of the next new key. */
  long next() {
    return next;
  }
}
