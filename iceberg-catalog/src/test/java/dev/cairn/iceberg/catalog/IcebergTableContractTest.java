package dev.cairn.iceberg.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.catalog.CatalogTests;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's own tests of catalogs, on this catalog. */
class IcebergTableContractTest extends CatalogTests<InProcessCatalog> {
  @TempDir private Path directory;
  private CatalogFixture fixture;
  private InProcessCatalog catalog;

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    catalog = initCatalog("cairn", Map.of());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Override
  protected InProcessCatalog catalog() {
    return catalog;
  }

  @Override
  protected InProcessCatalog initCatalog(String name, Map<String, String> properties) {
    InProcessCatalog made = new InProcessCatalog(fixture.catalog(), fixture.files, fixture.base);
    Map<String, String> all = new HashMap<>(properties);
    all.put("table-default.default-key1", "catalog-default-key1");
    all.put("table-default.default-key2", "catalog-default-key2");
    all.put("table-default.override-key3", "catalog-default-key3");
    all.put("table-override.override-key3", "catalog-override-key3");
    all.put("table-override.override-key4", "catalog-override-key4");
    made.initialize(name, all);
    return made;
  }

  /** A load needs no file: the state of a table is its metadata. */
  @Override
  @Test
  public void testLoadTableWithMissingMetadataFile(@TempDir Path unused) {
    catalog.createNamespace(TBL.namespace());
    catalog.buildTable(TBL, SCHEMA).create();
    fixture.metadataFiles().forEach(fixture.files::deleteFile);
    assertTrue(catalog.tableExists(TBL));
    assertEquals(TABLE_SCHEMA.asStruct(), catalog.loadTable(TBL).schema().asStruct());
  }

  @Override
  protected String baseTableLocation(TableIdentifier name) {
    return fixture.base + "/" + name.namespace() + "/" + name.name();
  }

  @Override
  protected boolean requiresNamespaceCreate() {
    return true;
  }

  @Override
  protected boolean supportsNestedNamespaces() {
    return true;
  }

  @Override
  protected boolean supportsNamesWithSlashes() {
    return true;
  }

  @Override
  protected boolean supportsNamesWithDot() {
    return true;
  }

  @Override
  protected boolean supportsServerSideRetry() {
    return true;
  }
}
