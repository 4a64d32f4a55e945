package dev.cairn.iceberg.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.view.ViewCatalogTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's own tests of catalogs with views, with its client over HTTP. */
class HttpViewContractTest extends ViewCatalogTests<RESTCatalog> {
  @TempDir private Path directory;
  private ServerFixture fixture;
  private RESTCatalog catalog;

  @BeforeEach
  void open() {
    fixture =
        new ServerFixture(
            directory, Path.of(System.getProperty("java.io.tmpdir")), Map.of(), Map.of());
    catalog =
        fixture.client(
            Map.of(
                "view-default.key1", "catalog-default-key1",
                "view-default.key2", "catalog-default-key2",
                "view-default.key3", "catalog-default-key3",
                "view-override.key3", "catalog-override-key3",
                "view-override.key4", "catalog-override-key4"));
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
