package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.MetadataUpdateParser;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.util.JsonUtil;
import org.junit.jupiter.api.Test;

/** Fields that this release of Iceberg does not know survive. */
class UnknownFieldsTest {
  private final MetadataHeap heap = new MetadataHeap();
  private final TableStates states = new TableStates(heap);

  private TableState appended(TableState state, int number) {
    List<MetadataUpdate> updates = new ArrayList<>(ManySnapshots.append(number));
    ObjectNode sent = (ObjectNode) TableJson.parse(MetadataUpdateParser.toJson(updates.get(0)));
    ((ObjectNode) sent.path("snapshot")).put("of-a-newer-client", number);
    updates.set(0, MetadataUpdateParser.fromJson(sent));
    TableBase base = states.baseFor(state, updates);
    return heap.stored(
        TableStates.update(
            base,
            ManySnapshots.apply(base.metadata(), updates),
            ManySnapshots.file(number),
            RawTable.ofUpdates(JsonUtil.mapper().createArrayNode().add(sent)),
            heap));
  }

  @Test
  void fieldsOfASnapshotSurviveSealingMergingAndExpiry() {
    TableState state =
        heap.stored(
            TableStates.create(
                ManySnapshots.table(0), ManySnapshots.file(0), RawTable.none(), heap));
    for (int i = 1; i <= 200; i++) {
      state = appended(state, i);
    }
    assertFalse(state.directory().isEmpty());
    List<MetadataUpdate> expire =
        List.of(new MetadataUpdate.RemoveSnapshots(Set.of(ManySnapshots.id(3))));
    TableBase base = states.baseFor(state, expire);
    state =
        TableStates.update(
            base,
            ManySnapshots.apply(base.metadata(), expire),
            ManySnapshots.file(201),
            RawTable.none(),
            heap);
    List<Integer> found = new ArrayList<>();
    TableJson.parse(states.json(state))
        .path("snapshots")
        .forEach(snapshot -> found.add(snapshot.path("of-a-newer-client").intValue()));
    List<Integer> expected = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      if (i != 3) {
        expected.add(i);
      }
    }
    assertEquals(expected, found);
  }

  @Test
  void fieldsOfARegisteredFileSurviveAlsoWhenTheTableChanges() {
    ObjectNode file =
        (ObjectNode) TableJson.parse(TableMetadataParser.toJson(ManySnapshots.table(3)));
    file.put("of-a-newer-writer", "yes");
    ((ObjectNode) file.path("snapshots").get(1)).putObject("also").put("nested", "}],{");
    TableMetadata parsed = TableMetadataParser.fromJson(ManySnapshots.file(3), file);
    TableState state =
        heap.stored(
            TableStates.create(parsed, ManySnapshots.file(3), RawTable.ofMetadata(file), heap));
    JsonNode json = TableJson.parse(states.json(appended(state, 4)));
    assertEquals("yes", json.path("of-a-newer-writer").asText());
    assertEquals("}],{", json.path("snapshots").get(1).path("also").path("nested").asText());
    assertEquals(4, json.path("snapshots").get(3).path("of-a-newer-client").intValue());
    assertTrue(TableJson.parse(states.jsonReferenced(state)).has("of-a-newer-writer"));
  }
}
