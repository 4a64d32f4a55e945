package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.UpdateRequirements;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.view.ImmutableSQLViewRepresentation;
import org.apache.iceberg.view.ImmutableViewVersion;
import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewMetadataParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Long sequences of random updates to a view give, step by step, what Iceberg's builder gives. */
class ViewSequenceTest {
  private static final int STEPS = 200 * Integer.getInteger("cairn.test.scale", 1);

  @RegisterExtension final Seed seed = Seed.ofRun();

  private final MetadataHeap heap = new MetadataHeap();
  private final Set<Class<?>> applied = new HashSet<>();
  private final Set<Class<?>> held = new HashSet<>();
  private final Set<Class<?>> refused = new HashSet<>();

  @Test
  void everyStepGivesWhatIcebergsBuilderGives() {
    compare(seed.random("views"), STEPS);
  }

  /** The same sequence in each run. Iceberg refuses another UUID for a view that has one. */
  @Test
  void aSequenceHasEveryUpdateAndTheRequirementOfViews() {
    compare(new Random(3), 200);
    assertEquals(
        Set.of(
            "AddSchema",
            "AddViewVersion",
            "RemoveProperties",
            "SetCurrentViewVersion",
            "SetLocation",
            "SetProperties"),
        UpdateSequenceTest.names(applied));
    assertTrue(applied.containsAll(updatesOfViews()));
    assertEquals(Set.of(UpdateRequirement.AssertViewUUID.class), held);
    assertTrue(refused.contains(UpdateRequirement.AssertViewUUID.class));
  }

  private static Set<Class<?>> updatesOfViews() {
    Set<Class<?>> all = UpdateSequenceTest.nested(MetadataUpdate.class);
    all.retainAll(UpdateSequenceTest.OF_VIEWS);
    return all;
  }

  private void compare(Random random, int steps) {
    ViewMetadata expected = ViewStateTest.view();
    ViewState state = stored(expected, file(0));
    for (int step = 1; step <= steps; step++) {
      ViewMetadata base = state.load();
      List<MetadataUpdate> updates = updates(random, expected);
      List<UpdateRequirement> requirements =
          random.nextInt(9) == 0
              ? List.of(new UpdateRequirement.AssertViewUUID(new UUID(1, 1).toString()))
              : UpdateRequirements.forReplaceView(expected, updates);
      for (UpdateRequirement each : requirements) {
        String wanted = refusal(each, expected);
        assertEquals(wanted, refusal(each, base));
        (wanted.isEmpty() ? held : refused).add(each.getClass());
      }
      Object wanted;
      Object found;
      long begun;
      // Iceberg's builder reads the clock: both have to run in the same millisecond.
      do {
        begun = System.currentTimeMillis();
        wanted = applied(expected, updates);
        found = applied(base, updates);
      } while (System.currentTimeMillis() != begun);
      if (!(wanted instanceof ViewMetadata next)) {
        assertEquals(wanted, found, "step " + step);
        continue;
      }
      next.changes().forEach(update -> applied.add(update.getClass()));
      state = stored((ViewMetadata) found, file(step));
      expected = ViewMetadataParser.fromJson(file(step), ViewMetadataParser.toJson(next));
      JsonNode json = TableJson.parse(ViewMetadataParser.toJson(expected));
      assertEquals(json, TableJson.parse(state.json()), "step " + step);
      ViewMetadata loaded = state.load();
      assertEquals(json, TableJson.parse(ViewMetadataParser.toJson(loaded)), "step " + step);
      assertEquals(file(step), loaded.metadataFileLocation());
    }
  }

  private ViewState stored(ViewMetadata metadata, String file) {
    return heap.get(ViewState.class, heap.put(ViewState.of(metadata, file)));
  }

  private static String file(int step) {
    return "s3://bucket/view/metadata/" + step + ".metadata.json";
  }

  private static String refusal(UpdateRequirement requirement, ViewMetadata view) {
    try {
      requirement.validate(view);
      return "";
    } catch (CommitFailedException e) {
      return e.toString();
    }
  }

  /** The new metadata, or the text of the refusal. */
  private static Object applied(ViewMetadata base, List<MetadataUpdate> updates) {
    ViewMetadata.Builder builder = ViewMetadata.buildFrom(base);
    try {
      updates.forEach(update -> update.applyTo(builder));
      return builder.build();
    } catch (IllegalArgumentException | IllegalStateException | ValidationException e) {
      return e.toString();
    }
  }

  private static List<MetadataUpdate> updates(Random random, ViewMetadata view) {
    return switch (random.nextInt(9)) {
      case 0 -> List.of(new MetadataUpdate.SetLocation("s3://bucket/view-" + random.nextInt(3)));
      case 1 ->
          List.of(
              new MetadataUpdate.SetProperties(
                  Map.of(
                      "é\"" + random.nextInt(4),
                      "" + random.nextInt(),
                      "version.history.num-entries",
                      "" + (1 + random.nextInt(9)))));
      case 2 -> List.of(new MetadataUpdate.RemoveProperties(Set.of("é\"" + random.nextInt(4))));
      case 3 ->
          List.of(
              new MetadataUpdate.SetCurrentViewVersion(
                  view.versions().get(random.nextInt(view.versions().size())).versionId()));
      case 4 -> List.of(new MetadataUpdate.SetCurrentViewVersion(random.nextInt(9)));
      case 5 ->
          List.of(
              new MetadataUpdate.AssignUUID(
                  random.nextInt(4) == 0
                      ? view.uuid()
                      : new UUID(random.nextLong(), 1).toString()));
      default -> replaced(random, view);
    };
  }

  private static List<MetadataUpdate> replaced(Random random, ViewMetadata view) {
    List<MetadataUpdate> updates = new ArrayList<>();
    boolean hasSchema = random.nextBoolean();
    if (hasSchema) {
      updates.add(
          new MetadataUpdate.AddSchema(
              new Schema(
                  Types.NestedField.required(1, "id", Types.LongType.get()),
                  Types.NestedField.optional(
                      2, "größe_" + random.nextInt(9), Types.StringType.get()))));
    }
    updates.add(
        new MetadataUpdate.AddViewVersion(
            ImmutableViewVersion.builder()
                .versionId(view.versions().size() + 1)
                .timestampMillis(1_700_000_000_000L + random.nextInt(99))
                .schemaId(hasSchema ? -1 : view.currentSchemaId())
                .putSummary("engine-name", "spark")
                .defaultNamespace(Namespace.of("sales", "größe"))
                .defaultCatalog(random.nextBoolean() ? "shop" : null)
                .addRepresentations(
                    ImmutableSQLViewRepresentation.builder()
                        .sql("SELECT '\"\u0001' AS x" + random.nextInt(5))
                        .dialect("spark")
                        .build())
                .build()));
    updates.add(new MetadataUpdate.SetCurrentViewVersion(-1));
    return updates;
  }
}
