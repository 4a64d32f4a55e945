package dev.cairn.iceberg.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.store.LogEntry;
import dev.cairn.iceberg.catalog.CatalogModel.Entity;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.Seed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random operations of several callers in two processes, with and without keys, with faults, lost
 * replies and processes that die, give what they give to simple maps.
 *
 * <p>The log of the catalog says what was applied, and in which order: every entry is applied to
 * the model. An operation that was refused must be refused by the model in one of the states that
 * there were meanwhile, and must not be in the log, neither now nor later. One that succeeded is in
 * the log once, or changes nothing. Of one whose answer is unknown, the log decides.
 */
class CatalogModelTest {
  private static final int OPERATIONS = 21_000;

  @RegisterExtension final Seed seed = Seed.ofRun();

  private final CatalogModel model = new CatalogModel();
  private final Map<String, Pending> operations = new HashMap<>();
  private final Deque<Pending> active = new ArrayDeque<>();
  private final Map<String, Integer> answers = new TreeMap<>();
  private ModelCallers callers;
  private int number;

  /**
   * An operation, the answers that the model has given it since it began, and what became of it.
   */
  private static final class Pending {
    final ModelOperation operation;
    final Set<String> possible = new TreeSet<>();
    boolean isApplied;
    String answer = "in progress";

    Pending(ModelOperation operation) {
      this.operation = operation;
    }

    @Override
    public String toString() {
      return "operation %d: %s, which was answered '%s'"
          .formatted(operation.number(), operation.name(), answer);
    }
  }

  @Test
  void anyOperationsGiveTheSameAsSimpleMaps() {
    Random random = seed.random("operations");
    try (ModelCallers opened = new ModelCallers(seed)) {
      callers = opened;
      while (number < OPERATIONS * Scale.ofRun()) {
        callers.disturb(random.nextInt(4) == 0);
        int process = random.nextInt(ModelCallers.PROCESSES);
        if (random.nextInt(5) == 0) {
          callers.beforeNextCommit(process, () -> run(random, 1 - process));
        }
        run(random, process);
        callers.forget();
        if (number % 1_000 == 0) {
          check();
        }
      }
      callers.disturb(false);
      callers.landDelayed();
      catchUp();
      check();
    }
    assertTrue(answers.getOrDefault(CatalogModel.OK, 0) > OPERATIONS / 3, answers::toString);
    assertTrue(answers.getOrDefault(ModelCallers.UNKNOWN, 0) > 10, answers::toString);
  }

  private void run(Random random, int process) {
    catchUp();
    int mine = ++number;
    Pending pending = new Pending(ModelOperation.draw(mine, random, model, ModelCallers.BASE));
    operations.put(ModelCallers.requestId(mine), pending);
    pending.possible.add(pending.operation.expected().apply(model));
    active.push(pending);
    String answer =
        random.nextBoolean()
            ? callers.plain(process, pending.operation, random)
            : callers.keyed(process, pending.operation, random);
    pending.answer = answer;
    catchUp();
    active.remove(pending);
    answers.merge(answer, 1, Integer::sum);
    if (answer.equals(CatalogModel.OK)) {
      assertTrue(
          pending.isApplied || pending.possible.contains(CatalogModel.SAME),
          () -> pending + " was not applied; the model says " + pending.possible);
    } else if (!answer.equals(ModelCallers.UNKNOWN)) {
      assertTrue(!pending.isApplied, () -> pending + " was applied");
      assertTrue(
          answer.equals(ModelCallers.UNAVAILABLE) || pending.possible.contains(answer),
          () -> pending + "; the model says " + pending.possible);
    }
  }

  /** Applies to the model what the catalog has applied since the last time. */
  private void catchUp() {
    for (LogEntry entry : callers.newEntries()) {
      if (entry.attributes().isEmpty()) {
        continue; // the engine has recorded a failure
      }
      Pending applied = operations.get(entry.attributes().get(CatalogLog.REQUEST));
      assertNotNull(applied, () -> "no operation made " + entry);
      assertTrue(!applied.isApplied, () -> applied + " was applied twice");
      assertTrue(
          Set.of("in progress", CatalogModel.OK, ModelCallers.UNKNOWN).contains(applied.answer),
          () -> applied + " was applied after that");
      String expected = applied.operation.expected().apply(model);
      if (entry.changedKeys().isEmpty()) {
        assertEquals(CatalogModel.SAME, expected, () -> applied + " changed nothing");
      } else {
        assertEquals(CatalogModel.OK, expected, () -> applied + " was applied");
        applied.operation.apply().accept(model, entry);
      }
      applied.isApplied = true;
      for (Pending each : active) {
        each.possible.add(each.operation.expected().apply(model));
        if (each != applied) {
          // It may have moved again and again, until the time was over.
          each.possible.add(CommitFailedException.class.getSimpleName());
        }
      }
    }
  }

  private void check() {
    IcebergCatalog catalog = callers.observer();
    catchUp();
    Map<String, Map<String, String>> namespaces = new TreeMap<>();
    Map<String, Entity> contents = new TreeMap<>();
    Deque<Namespace> left = new ArrayDeque<>(catalog.namespaces().list(Namespace.empty()));
    while (!left.isEmpty()) {
      Namespace next = left.pop();
      left.addAll(catalog.namespaces().list(next));
      namespaces.put(next.toString(), catalog.namespaces().load(next));
      for (TableIdentifier name : catalog.tables().list(next)) {
        contents.put(name.toString(), table(catalog.tables().load(name)));
      }
      for (TableIdentifier name : catalog.views().list(next)) {
        long id = catalog.commits().current().get(name, EntityKind.VIEW).id();
        var view = catalog.views().load(name);
        assertTrue(callers.hasFile(view.metadataFileLocation()), "a view's file is gone");
        contents.put(
            name.toString(),
            new Entity(EntityKind.VIEW, id, view.properties().get("value"), List.of()));
      }
    }
    assertEquals(model.namespaces, namespaces);
    assertEquals(model.contents, contents);
    assertEquals(
        List.copyOf(model.dropped.keySet()),
        catalog.entities().dropped().stream().map(DroppedEntity.Details::id).toList());
  }

  private Entity table(CatalogTable table) {
    assertTrue(
        callers.hasFile(table.metadataFile()), () -> "gone is the file " + table.metadataFile());
    List<Long> snapshots = new ArrayList<>();
    table.metadata().snapshots().forEach(each -> snapshots.add(each.snapshotId()));
    return new Entity(
        EntityKind.TABLE, table.id(), table.metadata().properties().get("value"), snapshots);
  }
}
