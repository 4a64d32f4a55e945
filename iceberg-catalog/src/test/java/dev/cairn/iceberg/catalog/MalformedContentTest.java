package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Half of a surrogate pair in what a caller or a file of another catalog brings along. */
class MalformedContentTest {
  private static final String HALF = "x\uD800y";

  @TempDir private Path directory;
  private CatalogFixture fixture;
  private IcebergCatalog catalog;
  private CatalogTable orders;

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of());
    orders = catalog.tables().create(ORDERS, newTable(Map.of("place", "here")));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static CatalogTables.NewTable tableOf(Types.NestedField column) {
    return new CatalogTables.NewTable(
        new Schema(column), PartitionSpec.unpartitioned(), SortOrder.unsorted(), null, Map.of());
  }

  /** A metadata file of another catalog, which no text that came as a request was. */
  private String otherFile(String padding) throws IOException {
    Path file = Path.of(orders.metadataFile().substring("file:".length()));
    Path table = file.getParent().getParent();
    Path other = table.resolveSibling("other");
    String text =
        Files.readString(file)
            .replace(table.toString(), other.toString())
            .replace("\"here\"", "\"x\\ud800y" + padding + "\"");
    assertTrue(text.contains("ud800"), text);
    Path target = other.resolve("metadata/00000-x.metadata.json");
    Files.createDirectories(target.getParent());
    Files.writeString(target, text);
    return "file:" + target;
  }

  /** A small value is encoded with the change; a large one by its caller, after the change. */
  @ParameterizedTest
  @ValueSource(ints = {0, 20_000})
  void itIsRefusedAndChangesNothing(int size) throws IOException {
    String padding = "z".repeat(size);
    String bad = HALF + padding;
    TableIdentifier name = TableIdentifier.of(SALES, "t");
    String file = otherFile(padding);
    int files = fixture.metadataFiles().size();
    CatalogTables tables = catalog.tables();
    CatalogNamespaces namespaces = catalog.namespaces();
    Namespace other = Namespace.of("other");
    Types.LongType type = Types.LongType.get();
    Map<String, Runnable> all = new LinkedHashMap<>();
    all.put("a property", () -> namespaces.create(other, Map.of("a", bad)));
    all.put("the name of a property", () -> namespaces.create(other, Map.of(bad, "a")));
    all.put("a changed property", () -> namespaces.update(SALES, Map.of("a", bad), Set.of()));
    all.put("a table's property", () -> tables.create(name, newTable(Map.of("a", bad))));
    all.put("its name", () -> tables.create(name, newTable(Map.of(bad, "a"))));
    all.put("a changed one", () -> tables.commit(setProperty(ORDERS, "a", bad)));
    all.put(
        "a column", () -> tables.create(name, tableOf(Types.NestedField.required(1, bad, type))));
    all.put(
        "a comment",
        () -> tables.create(name, tableOf(Types.NestedField.required(1, "a", type, bad))));
    all.forEach((what, call) -> assertThrows(IllegalArgumentException.class, call::run, what));
    assertThrows(ValidationException.class, () -> tables.register(name, file, false));
    assertEquals(List.of(ORDERS), tables.list(SALES));
    assertEquals(orders.metadataFile(), tables.load(ORDERS).metadataFile());
    assertEquals(List.of(SALES), namespaces.list(Namespace.empty()));
    assertEquals(files, fixture.metadataFiles().size(), "files of what was refused are there");
    tables.commit(setProperty(ORDERS, "a", "b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {HALF, "x\uDC00", HALF + "%41"})
  void aLocationIsRefusedForIt(String segment) {
    String location = fixture.base + "/" + segment;
    String reason =
        assertThrows(
                ValidationException.class,
                () ->
                    catalog
                        .tables()
                        .create(TableIdentifier.of(SALES, "t"), newTableAt(location, Map.of())))
            .getMessage();
    assertFalse(reason.contains("too long"), reason);
  }
}
