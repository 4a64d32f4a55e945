package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cairn.api.ObjectRef;
import dev.cairn.testkit.Seed;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.UpdateRequirements;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long sequences of random updates give, step by step, what Iceberg's builder gives. */
class UpdateSequenceTest {
  private static final int STEPS = 250 * Integer.getInteger("cairn.test.scale", 1);

  /** Those that tables refuse; {@link ViewSequenceTest} has them. */
  static final Set<Class<?>> OF_VIEWS =
      Set.of(
          MetadataUpdate.AddViewVersion.class,
          MetadataUpdate.SetCurrentViewVersion.class,
          UpdateRequirement.AssertViewUUID.class);

  @RegisterExtension final Seed seed = Seed.ofRun();

  private final MetadataHeap heap = new MetadataHeap();
  private final TableStates states = new TableStates(heap);

  /** The outcome of one application of updates: metadata, or what was thrown. */
  private record Applied(TableMetadata metadata, RuntimeException refused) {}

  private static Applied apply(TableMetadata base, List<MetadataUpdate> updates) {
    TableMetadata.Builder builder = TableMetadata.buildFrom(base);
    try {
      updates.forEach(update -> update.applyTo(builder));
      return new Applied(builder.build(), null);
    } catch (RuntimeException e) {
      return new Applied(null, e);
    }
  }

  /** What a sequence had: what Iceberg's builder changed, and what was required and held or not. */
  private static final class Covered {
    private final Set<Class<?>> updates = new HashSet<>();
    private final Set<Class<?>> held = new HashSet<>();
    private final Set<Class<?>> refused = new HashSet<>();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void everyStepGivesWhatIcebergsBuilderGives(int formatVersion) {
    compare(
        formatVersion,
        seed.random("v" + formatVersion),
        seed.random("recent v" + formatVersion),
        STEPS);
  }

  /** The same sequence in each run, so that it has all that Iceberg has, and not only likely so. */
  @Test
  void aSequenceHasEveryUpdateAndEveryRequirement() {
    Covered covered = compare(2, new Random(5), new Random(6), 600);
    Set<Class<?>> updates = nested(MetadataUpdate.class);
    updates.removeAll(OF_VIEWS);
    assertEquals(names(updates), names(covered.updates));
    Set<Class<?>> requirements = nested(UpdateRequirement.class);
    requirements.removeAll(OF_VIEWS);
    assertEquals(names(requirements), names(covered.refused));
    requirements.remove(UpdateRequirement.AssertTableDoesNotExist.class); // never holds of a table
    assertEquals(names(requirements), names(covered.held));
  }

  static Set<Class<?>> nested(Class<?> type) {
    return Stream.of(type.getDeclaredClasses())
        .filter(each -> type.isAssignableFrom(each) && !each.isInterface())
        .collect(Collectors.toCollection(HashSet::new));
  }

  static Set<String> names(Set<Class<?>> classes) {
    return classes.stream()
        .map(Class::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What a client that has loaded {@code earlier} requires for {@code updates}. */
  private static List<UpdateRequirement> requirements(
      TableMetadata earlier, List<MetadataUpdate> updates, Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> UpdateRequirements.forCreateTable(updates);
      case 1 ->
          List.of(new UpdateRequirement.AssertTableUUID("00000000-0000-0000-0000-000000000000"));
      case 2, 3 -> UpdateRequirements.forReplaceTable(earlier, updates);
      default -> UpdateRequirements.forUpdateTable(earlier, updates);
    };
  }

  private static RuntimeException refusal(UpdateRequirement requirement, TableMetadata table) {
    try {
      requirement.validate(table);
      return null;
    } catch (CommitFailedException refused) {
      return refused;
    }
  }

  private Covered compare(int formatVersion, Random ofUpdates, Random random, int steps) {
    Covered covered = new Covered();
    TableGenerator generator = new TableGenerator(ofUpdates, formatVersion);
    String file = "s3://bucket/warehouse/table/metadata/0.metadata.json";
    TableMetadata expected = parsed(file, TableComparison.tree(generator.newTable()));
    TableState state = heap.stored(TableStates.create(expected, file, RawTable.none(), heap));
    TableMetadata earlier = expected;
    RecentTables recent = new RecentTables();
    ObjectRef ref = MetadataTypes.TABLE.ref(1);
    int refused = 0;
    int incremental = 0;
    int reused = 0;
    for (int step = 1; step <= steps; step++) {
      generator.setKeys(step > steps / 2); // nothing is kept of tables with keys
      List<MetadataUpdate> updates = generator.updates(expected);
      Set<ObjectRef> before = heap.refs();
      int kept = recent.size();
      TableBase base =
          random.nextInt(8) == 0
              ? states.baseFor(state, updates)
              : states.baseFor(ref, state, updates, recent);
      reused += kept - recent.size();
      for (UpdateRequirement each : requirements(earlier, updates, random)) {
        RuntimeException wanted = refusal(each, expected);
        assertEquals(text(wanted), text(refusal(each, base.metadata())), "step " + step);
        (wanted == null ? covered.held : covered.refused).add(each.getClass());
      }
      if (random.nextInt(12) == 0) {
        earlier = expected;
      }
      Applied found = apply(base.metadata(), updates);
      Applied wanted = apply(expected, updates);
      if (wanted.refused() != null || found.refused() != null) {
        assertEquals(text(wanted.refused()), text(found.refused()), "step " + step);
        refused++;
        continue;
      }
      if (wanted.metadata() == expected) {
        assertSame(base.metadata(), found.metadata(), "step " + step);
        continue;
      }
      wanted.metadata().changes().forEach(update -> covered.updates.add(update.getClass()));
      file = "s3://bucket/warehouse/table/metadata/" + step + ".metadata.json";
      TableState next = TableStates.update(base, found.metadata(), file, RawTable.none(), heap);
      Set<ObjectRef> written = new HashSet<>(heap.refs());
      written.removeAll(before);
      written.removeAll(heap.reachable(next));
      assertEquals(Set.of(), written, "objects that nothing refers to, step " + step);
      ref = MetadataTypes.TABLE.ref(1 + step);
      recent.keep(base, found.metadata(), ref, next, heap);
      state = heap.stored(next);
      expected = parsed(file, withTimeOf(wanted.metadata(), found.metadata()));
      TableComparison.assertSame(expected, states.load(state));
      TableComparison.assertReferencedOf(expected, states.loadReferenced(state));
      incremental += base.isComplete() ? 0 : 1;
      heap.retain(heap.reachable(state));
    }
    assertTrue(refused < steps / 4, () -> "too many steps were refused");
    assertTrue(incremental > steps / 2, "most steps read the snapshots of refs alone");
    assertTrue(reused > steps / 8, "many steps begin with what the step before has kept");
    assertFalse(state.directory().isEmpty() && state.young().isEmpty(), "no leaf was written");
    return covered;
  }

  private static String text(RuntimeException refused) {
    return refused == null ? "accepted" : refused.getClass() + ": " + refused.getMessage();
  }

  private static TableMetadata parsed(String file, ObjectNode json) {
    return TableMetadataParser.fromJson(file, json);
  }

  /** {@code wanted} with the time at which the builder made {@code found}. */
  private static ObjectNode withTimeOf(TableMetadata wanted, TableMetadata found) {
    ObjectNode tree = TableComparison.tree(wanted);
    tree.put("last-updated-ms", found.lastUpdatedMillis());
    for (JsonNode entry : tree.path("snapshot-log")) {
      if (entry.path("timestamp-ms").longValue() == wanted.lastUpdatedMillis()
          && entry.equals(tree.path("snapshot-log").get(tree.path("snapshot-log").size() - 1))
          && found.snapshotLog().get(found.snapshotLog().size() - 1).timestampMillis()
              == found.lastUpdatedMillis()) {
        ((ObjectNode) entry).put("timestamp-ms", found.lastUpdatedMillis());
      }
    }
    return tree;
  }
}
