package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.CatalogTests;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's own tests of catalogs, with its client over HTTP. */
class HttpTableContractTest extends CatalogTests<RESTCatalog> {
  @TempDir private Path directory;
  private ServerFixture fixture;
  private RESTCatalog catalog;

  @BeforeEach
  void open() {
    fixture = new ServerFixture(directory);
    catalog = initCatalog("cairn", Map.of());
  }

  @AfterEach
  void close() throws IOException {
    catalog.close();
    fixture.close();
  }

  @Override
  protected RESTCatalog catalog() {
    return catalog;
  }

  @Override
  protected RESTCatalog initCatalog(String name, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("table-default.default-key1", "catalog-default-key1");
    all.put("table-default.default-key2", "catalog-default-key2");
    all.put("table-default.override-key3", "catalog-default-key3");
    all.put("table-override.override-key3", "catalog-override-key3");
    all.put("table-override.override-key4", "catalog-override-key4");
    return fixture.client(all);
  }

  /** A load needs no file: the state of a table is its metadata. */
  @Override
  @Test
  public void testLoadTableWithMissingMetadataFile(@TempDir Path unused) {
    catalog.createNamespace(TBL.namespace());
    Table table = catalog.buildTable(TBL, SCHEMA).create();
    String file = ((BaseTable) table).operations().current().metadataFileLocation();
    table.io().deleteFile(file);
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
