package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.iceberg.catalog.CatalogModelTest.Model.Entity;
import dev.cairn.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random operations of two processes, some with a lost reply, give what they give to simple maps.
 */
class CatalogModelTest {
  private static final int OPERATIONS = 1_500 * Integer.getInteger("cairn.test.scale", 1);

  @RegisterExtension final Seed seed = Seed.ofRun();
  @TempDir private Path directory;

  /** What the catalog should be. */
  static final class Model {
    final Set<Namespace> namespaces = new HashSet<>();
    final Map<TableIdentifier, Entity> tables = new HashMap<>();
    final Map<Long, Entity> dropped = new TreeMap<>();

    /** A table: its ID and the value of its property. */
    record Entity(long id, String value) {}
  }

  @Test
  void anyOperationsGiveTheSameAsSimpleMaps() {
    Random random = seed.random("operations");
    try (CatalogFixture fixture = new CatalogFixture(directory)) {
      InterceptedStore lossy = new InterceptedStore(fixture.store);
      List<IcebergCatalog> processes =
          List.of(fixture.catalog(), fixture.catalog(lossy.store(), fixture.files));
      Model model = new Model();
      for (int i = 0; i < OPERATIONS; i++) {
        boolean isLossy = random.nextInt(4) == 0;
        boolean[] lost = {false};
        if (isLossy) {
          lossy.afterNextCommit(
              () -> {
                lost[0] = true;
                throw new UnknownOutcomeException("lost");
              });
        }
        Step step = step(random, model);
        String found = "ok";
        try {
          step.run().accept(processes.get(isLossy ? 1 : 0));
        } catch (CommitStateUnknownException e) {
          assertTrue(lost[0], "only a lost reply is unknown");
        } catch (RuntimeException e) {
          found = e.getClass().getSimpleName();
        }
        lossy.forget();
        assertEquals(step.expected(), found, "operation " + i + ": " + step.name());
        if (found.equals("ok")) {
          step.apply().accept(processes.get(0));
        }
        if (i % 50 == 0) {
          check(processes.get(random.nextInt(2)), model, fixture);
        }
      }
      check(processes.get(0), model, fixture);
    }
  }

  /**
   * One operation.
   *
   * @param expected "ok", or the name of the exception
   * @param apply what it does to the model
   */
  private record Step(
      String name, String expected, Consumer<IcebergCatalog> run, Consumer<IcebergCatalog> apply) {}

  private static Namespace namespace(Random random) {
    return random.nextBoolean()
        ? Namespace.of("n" + random.nextInt(3))
        : Namespace.of("n" + random.nextInt(3), "m" + random.nextInt(2));
  }

  private static TableIdentifier table(Random random) {
    return TableIdentifier.of(namespace(random), "t" + random.nextInt(3));
  }

  private static Step step(Random random, Model model) {
    Namespace namespace = namespace(random);
    TableIdentifier name = table(random);
    TableIdentifier to = table(random);
    String value = "" + random.nextInt(1000);
    return switch (random.nextInt(10)) {
      case 0, 1 ->
          new Step(
              "create namespace " + namespace,
              model.namespaces.contains(namespace)
                  ? AlreadyExistsException.class.getSimpleName()
                  : namespace.length() > 1
                          && !model.namespaces.contains(Namespace.of(namespace.level(0)))
                      ? NoSuchNamespaceException.class.getSimpleName()
                      : "ok",
              catalog -> catalog.namespaces().create(namespace, Map.of()),
              catalog -> model.namespaces.add(namespace));
      case 2 ->
          new Step(
              "drop namespace " + namespace,
              !model.namespaces.contains(namespace)
                  ? NoSuchNamespaceException.class.getSimpleName()
                  : isEmpty(model, namespace)
                      ? "ok"
                      : NamespaceNotEmptyException.class.getSimpleName(),
              catalog -> catalog.namespaces().drop(namespace),
              catalog -> model.namespaces.remove(namespace));
      case 3, 4, 5 ->
          new Step(
              "create table " + name,
              free(model, name),
              catalog -> catalog.tables().create(name, newTable(Map.of("value", value))),
              catalog ->
                  model.tables.put(name, new Entity(catalog.tables().load(name).id(), value)));
      case 6 ->
          new Step(
              "set property of " + name,
              model.tables.containsKey(name) ? "ok" : NoSuchTableException.class.getSimpleName(),
              catalog -> catalog.tables().commit(CatalogFixture.setProperty(name, "value", value)),
              catalog ->
                  model.tables.compute(name, (none, entity) -> new Entity(entity.id(), value)));
      case 7 ->
          new Step(
              "rename " + name + " to " + to,
              !model.tables.containsKey(name)
                  ? NoSuchTableException.class.getSimpleName()
                  : name.equals(to) ? "ok" : free(model, to),
              catalog -> catalog.entities().rename(EntityKind.TABLE, name, to),
              catalog -> model.tables.put(to, model.tables.remove(name)));
      case 8 ->
          new Step(
              "drop " + name,
              model.tables.containsKey(name) ? "ok" : NoSuchTableException.class.getSimpleName(),
              catalog -> catalog.entities().drop(EntityKind.TABLE, name, false),
              catalog -> {
                Entity entity = model.tables.remove(name);
                model.dropped.put(entity.id(), entity);
              });
      default -> undrop(random, model, to);
    };
  }

  private static Step undrop(Random random, Model model, TableIdentifier to) {
    List<Long> ids = new ArrayList<>(model.dropped.keySet());
    long id = ids.isEmpty() || random.nextInt(5) == 0 ? 1 : ids.get(random.nextInt(ids.size()));
    return new Step(
        "undrop " + id + " as " + to,
        model.dropped.containsKey(id) ? free(model, to) : NotFoundException.class.getSimpleName(),
        catalog -> catalog.entities().undrop(id, to),
        catalog -> model.tables.put(to, model.dropped.remove(id)));
  }

  private static String free(Model model, TableIdentifier name) {
    return !model.namespaces.contains(name.namespace())
        ? NoSuchNamespaceException.class.getSimpleName()
        : model.tables.containsKey(name) ? AlreadyExistsException.class.getSimpleName() : "ok";
  }

  private static boolean isEmpty(Model model, Namespace namespace) {
    return model.tables.keySet().stream().noneMatch(name -> name.namespace().equals(namespace))
        && model.namespaces.stream()
            .noneMatch(
                other ->
                    other.length() > namespace.length()
                        && other.level(0).equals(namespace.level(0)));
  }

  private static void check(IcebergCatalog catalog, Model model, CatalogFixture fixture) {
    Set<String> files = new HashSet<>(fixture.metadataFiles());
    Set<Namespace> namespaces = new HashSet<>(catalog.namespaces().list(Namespace.empty()));
    for (Namespace top : List.copyOf(namespaces)) {
      namespaces.addAll(catalog.namespaces().list(top));
    }
    assertEquals(model.namespaces, namespaces);
    Set<TableIdentifier> tables = new HashSet<>();
    namespaces.forEach(namespace -> tables.addAll(catalog.tables().list(namespace)));
    assertEquals(model.tables.keySet(), tables);
    model.tables.forEach(
        (name, entity) -> {
          CatalogTable table = catalog.tables().load(name);
          assertEquals(entity.id(), table.id());
          assertEquals(entity.value(), table.metadata().properties().get("value"));
          assertTrue(files.contains(table.metadataFile()), "a state names a file that is gone");
        });
    assertEquals(
        List.copyOf(model.dropped.keySet()),
        catalog.entities().dropped().stream().map(DroppedEntity.Details::id).toList());
  }
}
