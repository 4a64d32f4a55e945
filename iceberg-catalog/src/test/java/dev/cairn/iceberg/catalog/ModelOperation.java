package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static dev.cairn.iceberg.catalog.CatalogModel.OK;

import dev.cairn.api.store.LogEntry;
import dev.cairn.iceberg.catalog.CatalogModel.Entity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.view.ImmutableSQLViewRepresentation;
import org.apache.iceberg.view.ImmutableViewVersion;
import org.apache.iceberg.view.ViewMetadata;

/**
 * A random operation.
 *
 * @param number its number, which is also its request ID and its key
 * @param name what it does
 * @param expected the answer that it should get in a state of the model
 * @param run makes it
 * @param apply makes it in the model, with its log entry
 */
record ModelOperation(
    int number,
    String name,
    Function<CatalogModel, String> expected,
    Consumer<IcebergCatalog> run,
    BiConsumer<CatalogModel, LogEntry> apply) {
  private static final int DROP = 14;

  /** Tables with long histories make the test slow and find nothing more. */
  private static final int MAX_SNAPSHOTS = 10;

  private static Namespace namespace(Random random) {
    return random.nextBoolean()
        ? Namespace.of("n" + random.nextInt(3))
        : Namespace.of("n" + random.nextInt(3), "m" + random.nextInt(2));
  }

  private static TableIdentifier content(Random random) {
    return TableIdentifier.of(namespace(random), "t" + random.nextInt(3));
  }

  /** Mostly a name that exists, so that most operations do something. */
  private static TableIdentifier known(Random random, CatalogModel model, EntityKind kind) {
    List<String> names =
        model.contents.entrySet().stream()
            .filter(entry -> entry.getValue().kind() == kind)
            .map(Map.Entry::getKey)
            .toList();
    return names.isEmpty() || random.nextInt(6) == 0
        ? content(random)
        : TableIdentifier.parse(names.get(random.nextInt(names.size())));
  }

  /**
   * Draws an operation.
   *
   * @param base the location of the warehouse
   */
  static ModelOperation draw(int number, Random random, CatalogModel model, String base) {
    Namespace space = namespace(random);
    TableIdentifier to = content(random);
    EntityKind kind = random.nextInt(4) == 0 ? EntityKind.VIEW : EntityKind.TABLE;
    TableIdentifier name = known(random, model, kind);
    String value = "" + random.nextInt(20);
    Entity drawn = model.contents.get(name.toString());
    boolean isLong = drawn != null && drawn.snapshots().size() > MAX_SNAPSHOTS;
    return switch (isLong ? DROP : random.nextInt(16)) {
      case 0, 1 ->
          new ModelOperation(
              number,
              "create namespace " + space,
              now -> now.createNamespace(space),
              catalog -> catalog.namespaces().create(space, Map.of()),
              (now, entry) -> now.namespaces.put(space.toString(), new TreeMap<>()));
      case 2 ->
          new ModelOperation(
              number,
              "drop namespace " + space,
              now -> now.dropNamespace(space),
              catalog -> catalog.namespaces().drop(space),
              (now, entry) -> now.namespaces.remove(space.toString()));
      case 3 ->
          new ModelOperation(
              number,
              "set property of " + space,
              now -> now.setProperty(space, value),
              catalog -> catalog.namespaces().update(space, Map.of("value", value), List.of("x")),
              (now, entry) -> now.namespaces.get(space.toString()).put("value", value));
      case 4, 5, 6 -> create(number, kind, to, base);
      case 7, 8 ->
          new ModelOperation(
              number,
              "set property of %s %s".formatted(kind, name),
              now -> now.exists(kind, name), // also to the value that it has
              catalog -> set(catalog, kind, name, value),
              (now, entry) ->
                  now.contents.computeIfPresent(
                      name.toString(), (none, entity) -> entity.withValue(value)));
      case 9, 10 -> transaction(number, random, model, List.of(name));
      case 11 ->
          transaction(
              number,
              random,
              model,
              name.equals(to) ? List.of(name) : List.of(name, known(random, model, kind)));
      case 12, 13 ->
          new ModelOperation(
              number,
              "rename %s %s to %s".formatted(kind, name, to),
              now -> now.rename(kind, name, to),
              catalog -> catalog.entities().rename(kind, name, to),
              (now, entry) ->
                  now.contents.put(to.toString(), now.contents.remove(name.toString())));
      case DROP ->
          new ModelOperation(
              number,
              "drop %s %s".formatted(kind, name),
              now -> now.exists(kind, name),
              catalog -> catalog.entities().drop(kind, name, random.nextBoolean()),
              (now, entry) -> {
                Entity last = now.contents.remove(name.toString());
                now.dropped.put(last.id(), last);
              });
      default -> undrop(number, random, model, to);
    };
  }

  private static ModelOperation create(
      int number, EntityKind kind, TableIdentifier name, String base) {
    return new ModelOperation(
        number,
        "create %s %s".formatted(kind, name),
        now -> now.free(name),
        catalog -> {
          if (kind == EntityKind.TABLE) {
            catalog.tables().create(name, newTable(Map.of("value", "new")));
          } else {
            catalog.views().create(name, view(base + "/views/" + number));
          }
        },
        (now, entry) ->
            now.contents.put(
                name.toString(), new Entity(kind, CatalogModel.id(entry), "new", List.of())));
  }

  private static void set(
      IcebergCatalog catalog, EntityKind kind, TableIdentifier name, String value) {
    if (kind == EntityKind.TABLE) {
      catalog.tables().commit(setProperty(name, "value", value));
    } else {
      catalog
          .views()
          .commit(
              name, List.of(), List.of(new MetadataUpdate.SetProperties(Map.of("value", value))));
    }
  }

  /** Appends to all {@code drawn} tables, after the snapshots that they have in {@code model}. */
  private static ModelOperation transaction(
      int number, Random random, CatalogModel model, List<TableIdentifier> drawn) {
    List<TableIdentifier> names = drawn.stream().distinct().toList();
    List<TableCommit> commits = new ArrayList<>();
    List<Long> parents = new ArrayList<>();
    for (TableIdentifier name : names) {
      Entity entity = model.contents.get(name.toString());
      Long parent = entity == null || random.nextInt(10) == 0 ? null : entity.head();
      int sequence = entity == null ? 1 : entity.snapshots().size() + 1;
      parents.add(parent);
      commits.add(append(name, parent, number, sequence));
    }
    return new ModelOperation(
        number,
        "append to " + names,
        now -> {
          for (int i = 0; i < names.size(); i++) {
            String each = now.append(names.get(i), parents.get(i));
            if (!each.equals(OK)) {
              return each;
            }
          }
          return OK;
        },
        catalog -> catalog.tables().commit(commits),
        (now, entry) ->
            names.forEach(
                name ->
                    now.contents.computeIfPresent(
                        name.toString(), (none, entity) -> entity.withSnapshot(number))));
  }

  private static ModelOperation undrop(
      int number, Random random, CatalogModel model, TableIdentifier to) {
    List<Long> ids = new ArrayList<>(model.dropped.keySet());
    long id = ids.isEmpty() || random.nextInt(5) == 0 ? 1 : ids.get(random.nextInt(ids.size()));
    return new ModelOperation(
        number,
        "undrop " + id + " as " + to,
        now -> now.undrop(id, to),
        catalog -> catalog.entities().undrop(id, to),
        (now, entry) -> now.contents.put(to.toString(), now.dropped.remove(id)));
  }

  static ViewMetadata view(String location) {
    return ViewMetadata.builder()
        .setLocation(location)
        .setProperties(Map.of("value", "new"))
        .setCurrentVersion(
            ImmutableViewVersion.builder()
                .versionId(1)
                .timestampMillis(1)
                .schemaId(0)
                .defaultNamespace(Namespace.of("n0"))
                .addRepresentations(
                    ImmutableSQLViewRepresentation.builder()
                        .sql("select 1")
                        .dialect("spark")
                        .build())
                .build(),
            new Schema(Types.NestedField.required(1, "x", Types.LongType.get())))
        .build();
  }
}
