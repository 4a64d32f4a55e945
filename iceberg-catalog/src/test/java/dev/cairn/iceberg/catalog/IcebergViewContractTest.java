package dev.cairn.iceberg.catalog;

import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.view.ViewCatalogTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's own tests of catalogs with views, on this catalog. */
class IcebergViewContractTest extends ViewCatalogTests<InProcessCatalog> {
  @TempDir private Path directory;
  private CatalogFixture fixture;
  private InProcessCatalog catalog;

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory, Path.of(System.getProperty("java.io.tmpdir")));
    catalog = new InProcessCatalog(fixture.catalog(), fixture.files, fixture.base);
    catalog.initialize(
        "cairn",
        Map.of(
            "view-default.key1", "catalog-default-key1",
            "view-default.key2", "catalog-default-key2",
            "view-default.key3", "catalog-default-key3",
            "view-override.key3", "catalog-override-key3",
            "view-override.key4", "catalog-override-key4"));
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
  protected Catalog tableCatalog() {
    return catalog;
  }

  @Override
  protected boolean requiresNamespaceCreate() {
    return true;
  }

  @Override
  protected boolean supportsServerSideRetry() {
    return true;
  }
}
