package dev.cairn.iceberg.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.UpdateRequirements;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.view.BaseMetastoreViewCatalog;
import org.apache.iceberg.view.View;
import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewOperations;

/** Iceberg's own catalog interface on the catalog, as a client in the same process sees it. */
final class InProcessCatalog extends BaseMetastoreViewCatalog implements SupportsNamespaces {
  private final IcebergCatalog catalog;
  private final FileIO files;
  private final String base;
  private Map<String, String> properties = Map.of();

  InProcessCatalog(IcebergCatalog catalog, FileIO files, String base) {
    this.catalog = catalog;
    this.files = files;
    this.base = base;
  }

  @Override
  public void initialize(String name, Map<String, String> newProperties) {
    super.initialize(name, newProperties);
    properties = Map.copyOf(newProperties);
  }

  @Override
  protected Map<String, String> properties() {
    return properties;
  }

  @Override
  protected String defaultWarehouseLocation(TableIdentifier name) {
    return catalog.views().newLocation(name);
  }

  @Override
  public List<TableIdentifier> listTables(Namespace namespace) {
    return catalog.tables().list(namespace);
  }

  @Override
  public boolean dropTable(TableIdentifier name, boolean purge) {
    return drop(EntityKind.TABLE, name, purge);
  }

  private boolean drop(EntityKind kind, TableIdentifier name, boolean purge) {
    try {
      catalog.entities().drop(kind, name, purge);
      return true;
    } catch (NoSuchTableException | NoSuchViewException e) {
      return false;
    }
  }

  @Override
  public void renameTable(TableIdentifier from, TableIdentifier to) {
    catalog.entities().rename(EntityKind.TABLE, from, to);
  }

  @Override
  public Table registerTable(TableIdentifier name, String metadataFile) {
    return registerTable(name, metadataFile, false);
  }

  @Override
  public Table registerTable(TableIdentifier name, String metadataFile, boolean overwrite) {
    catalog.tables().register(name, metadataFile, overwrite);
    return new BaseTable(newTableOps(name), name.toString());
  }

  @Override
  public List<TableIdentifier> listViews(Namespace namespace) {
    return catalog.views().list(namespace);
  }

  @Override
  public boolean dropView(TableIdentifier name) {
    return drop(EntityKind.VIEW, name, false);
  }

  @Override
  public void renameView(TableIdentifier from, TableIdentifier to) {
    catalog.entities().rename(EntityKind.VIEW, from, to);
  }

  @Override
  public View registerView(TableIdentifier name, String metadataFile) {
    catalog.views().register(name, metadataFile);
    return loadView(name);
  }

  @Override
  public void createNamespace(Namespace namespace, Map<String, String> metadata) {
    catalog.namespaces().create(namespace, metadata);
  }

  @Override
  public List<Namespace> listNamespaces(Namespace namespace) {
    return catalog.namespaces().list(namespace);
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(Namespace namespace) {
    return catalog.namespaces().load(namespace);
  }

  @Override
  public boolean dropNamespace(Namespace namespace) {
    try {
      catalog.namespaces().drop(namespace);
      return true;
    } catch (NoSuchNamespaceException e) {
      return false;
    }
  }

  @Override
  public boolean setProperties(Namespace namespace, Map<String, String> updates) {
    return !catalog.namespaces().update(namespace, updates, List.of()).updated().isEmpty();
  }

  @Override
  public boolean removeProperties(Namespace namespace, Set<String> removals) {
    return !catalog.namespaces().update(namespace, Map.of(), removals).removed().isEmpty();
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier name) {
    return new Operations(name);
  }

  @Override
  protected ViewOperations newViewOps(TableIdentifier name) {
    return new ViewOps(name);
  }

  private final class Operations implements TableOperations {
    private final TableIdentifier name;
    private final Map<String, TableMetadata> states = new HashMap<>();
    private TableMetadata current;
    private boolean loaded;

    Operations(TableIdentifier name) {
      this.name = name;
    }

    @Override
    public TableMetadata current() {
      return loaded ? current : refresh();
    }

    @Override
    public TableMetadata refresh() {
      try {
        CatalogTable table = catalog.tables().load(name);
        // The same state is the same instance: transactions compare them.
        current = states.computeIfAbsent(table.metadataFile(), file -> table.metadata());
      } catch (NoSuchTableException e) {
        if (current != null) {
          throw e;
        }
      }
      loaded = true;
      return current;
    }

    @Override
    public void commit(TableMetadata before, TableMetadata metadata) {
      List<MetadataUpdate> updates = new ArrayList<>();
      List<UpdateRequirement> requirements;
      // A replacement is committed on whatever is current, but was made from an earlier state.
      int count = metadata.previousFiles().size();
      boolean isCreate = count == 0;
      if (isCreate) {
        updates.add(new MetadataUpdate.AssignUUID(metadata.uuid()));
        updates.add(new MetadataUpdate.UpgradeFormatVersion(metadata.formatVersion()));
        updates.addAll(metadata.changes());
        requirements = UpdateRequirements.forCreateTable(updates);
      } else {
        updates.addAll(metadata.changes());
        TableMetadata origin = states.get(metadata.previousFiles().get(count - 1).file());
        if (origin == before) {
          requirements = UpdateRequirements.forUpdateTable(origin, updates);
        } else {
          addWhatStays(updates, metadata);
          requirements = UpdateRequirements.forReplaceTable(origin, updates);
        }
      }
      try {
        catalog.tables().commit(new TableCommit(name, requirements, updates));
        refresh();
      } catch (CommitFailedException e) {
        if (isCreate) {
          throw new AlreadyExistsException(e, "%s", e.getMessage());
        }
        throw new CommitFailedException(e, "Commit failed: %s", e.getMessage());
      }
    }

    /** A replacement says what is current afterwards, also where it changes nothing. */
    private static void addWhatStays(List<MetadataUpdate> updates, TableMetadata metadata) {
      addIfMissing(updates, new MetadataUpdate.SetCurrentSchema(metadata.currentSchemaId()));
      addIfMissing(updates, new MetadataUpdate.SetDefaultPartitionSpec(metadata.defaultSpecId()));
      addIfMissing(updates, new MetadataUpdate.SetDefaultSortOrder(metadata.defaultSortOrderId()));
    }

    private static void addIfMissing(List<MetadataUpdate> updates, MetadataUpdate update) {
      if (updates.stream().noneMatch(update.getClass()::isInstance)) {
        updates.add(update);
      }
    }

    @Override
    public FileIO io() {
      return files;
    }

    @Override
    public String metadataFileLocation(String fileName) {
      return location(current()) + "/metadata/" + fileName;
    }

    private String location(TableMetadata metadata) {
      return metadata == null ? base + "/uncommitted/" + UUID.randomUUID() : metadata.location();
    }

    @Override
    public LocationProvider locationProvider() {
      return LocationProviders.locationsFor(current().location(), current().properties());
    }

    @Override
    public TableOperations temp(TableMetadata uncommitted) {
      Operations outer = this;
      return new TableOperations() {
        @Override
        public TableMetadata current() {
          return uncommitted;
        }

        @Override
        public TableMetadata refresh() {
          throw new UnsupportedOperationException("an uncommitted table is not refreshed");
        }

        @Override
        public void commit(TableMetadata before, TableMetadata metadata) {
          throw new UnsupportedOperationException("an uncommitted table is not committed");
        }

        @Override
        public FileIO io() {
          return outer.io();
        }

        @Override
        public String metadataFileLocation(String fileName) {
          return uncommitted.location() + "/metadata/" + fileName;
        }

        @Override
        public LocationProvider locationProvider() {
          return LocationProviders.locationsFor(uncommitted.location(), uncommitted.properties());
        }
      };
    }
  }

  private final class ViewOps implements ViewOperations {
    private final TableIdentifier name;
    private ViewMetadata current;

    ViewOps(TableIdentifier name) {
      this.name = name;
    }

    @Override
    public ViewMetadata current() {
      return current == null ? refresh() : current;
    }

    @Override
    public ViewMetadata refresh() {
      try {
        current = catalog.views().load(name);
      } catch (NoSuchViewException e) {
        if (current != null) {
          throw e;
        }
      }
      return current;
    }

    @Override
    public void commit(ViewMetadata before, ViewMetadata metadata) {
      current =
          before == null
              ? catalog.views().create(name, metadata)
              : catalog
                  .views()
                  .commit(
                      name,
                      UpdateRequirements.forReplaceView(before, metadata.changes()),
                      metadata.changes());
    }
  }
}
