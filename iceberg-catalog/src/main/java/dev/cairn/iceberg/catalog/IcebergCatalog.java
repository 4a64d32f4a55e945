package dev.cairn.iceberg.catalog;

import dev.cairn.api.store.Store;
import dev.cairn.iceberg.metadata.MetadataReader;
import dev.cairn.iceberg.metadata.TableStates;
import java.time.Clock;
import org.apache.iceberg.io.FileIO;

/**
 * The Iceberg catalog of one warehouse.
 *
 * <p>Refusals throw what Iceberg's clients expect: {@code NoSuchNamespaceException}, {@code
 * NoSuchTableException}, {@code NoSuchViewException}, {@code AlreadyExistsException}, {@code
 * NamespaceNotEmptyException}, {@code ValidationException}, {@code ForbiddenException}, {@code
 * CommitFailedException} if the client should build its commit again, {@code
 * ServiceUnavailableException} if nothing was applied and the same call may be repeated, and {@code
 * CommitStateUnknownException} if it is unknown whether the commit was applied.
 */
public final class IcebergCatalog {
  private final CatalogNamespaces namespaces;
  private final CatalogTables tables;
  private final CatalogViews views;
  private final CatalogEntities drops;

  /**
   * The catalog on the reference {@code main} of {@code store}, which must exist.
   *
   * @param files reads and writes metadata files
   * @param clock the time of drops, and the limit of repeated planning
   */
  public IcebergCatalog(Store store, FileIO files, WarehouseSettings settings, Clock clock) {
    MetadataFiles metadataFiles = new MetadataFiles(files);
    CatalogCommits commits = new CatalogCommits(store, metadataFiles, clock, settings.commitTime());
    MetadataReader reader = store::findAll;
    this.namespaces = new CatalogNamespaces(commits);
    this.tables = new CatalogTables(commits, metadataFiles, settings, new TableStates(reader));
    this.views = new CatalogViews(commits, metadataFiles, settings);
    this.drops = new CatalogEntities(commits, clock, new TableStates(reader));
  }

  /** Namespaces. */
  public CatalogNamespaces namespaces() {
    return namespaces;
  }

  /** Tables. */
  public CatalogTables tables() {
    return tables;
  }

  /** Views. */
  public CatalogViews views() {
    return views;
  }

  /** Renames, drops and undrops of tables and views. */
  public CatalogEntities entities() {
    return drops;
  }
}
