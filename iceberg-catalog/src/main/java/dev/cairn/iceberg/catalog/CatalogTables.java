package dev.cairn.iceberg.catalog;

import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.iceberg.catalog.MutationResult.TablesResult;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.metadata.RawTable;
import dev.cairn.iceberg.metadata.TableStates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/** The tables of a catalog. */
public final class CatalogTables {
  private static final String CREATE = "create-table";
  private static final String UPDATE = "update-table";
  private static final String REGISTER = "register-table";

  private final CatalogCommits commits;
  private final MetadataFiles files;
  private final WarehouseSettings settings;
  private final TableStates states;

  CatalogTables(
      CatalogCommits commits, MetadataFiles files, WarehouseSettings settings, TableStates states) {
    this.commits = commits;
    this.files = files;
    this.settings = settings;
    this.states = states;
  }

  /**
   * The parts of a table that a client chooses.
   *
   * @param location where the table is to be; null for a new location below the warehouse's base
   */
  public record NewTable(
      Schema schema,
      PartitionSpec spec,
      SortOrder order,
      @Nullable String location,
      Map<String, String> properties) {
    TableMetadata at(String place, WarehouseSettings settings) {
      return IcebergBuilder.run(
          () ->
              TableMetadata.newTableMetadata(
                  schema, spec, order, place, settings.withDefaults(properties)));
    }
  }

  /**
   * The current state of a table.
   *
   * @throws NoSuchTableException if it does not exist
   */
  public CatalogTable load(TableIdentifier name) {
    CatalogState state = commits.current();
    EntityEntry entry = state.get(name, EntityKind.TABLE);
    return new CatalogTable(entry, state.table(entry.state()), states);
  }

  /** Whether a table exists. */
  public boolean exists(TableIdentifier name) {
    return commits.current().find(name, EntityKind.TABLE).isPresent();
  }

  /**
   * The tables of a namespace, without those of its children, sorted by name.
   *
   * @throws NoSuchNamespaceException if the namespace does not exist
   */
  public List<TableIdentifier> list(Namespace namespace) {
    return commits.current().list(namespace, EntityKind.TABLE);
  }

  /**
   * One page of the tables of a namespace. All pages show the state of the first one; a page may
   * have fewer tables than requested, and there are more as long as it has a token.
   *
   * @throws NoSuchNamespaceException if the namespace does not exist
   */
  public Listing<TableIdentifier> list(Namespace namespace, PageRequest page) {
    return CatalogPages.contents(commits.store(), namespace, EntityKind.TABLE, page);
  }

  /**
   * Creates a table.
   *
   * @throws NoSuchNamespaceException if the namespace does not exist
   * @throws AlreadyExistsException if there is a table or view of that name, or its location
   *     overlaps that of another
   */
  public CatalogTable create(TableIdentifier name, NewTable table) {
    return run(
            CREATE,
            List.of(name),
            planner ->
                state -> List.of(planner.create(name, placed(state, name, table), RawTable.none())))
        .get(0);
  }

  /**
   * The metadata of a table that a later commit creates. Nothing is stored, so the location is
   * checked again when the table is created.
   *
   * @throws AlreadyExistsException if there is a table or view of that name, or its location
   *     overlaps that of another
   */
  public TableMetadata stageCreate(TableIdentifier name, NewTable table) {
    CatalogState state = commits.current();
    state.requireFree(name, EntityKind.TABLE);
    TableMetadata metadata = placed(state, name, table);
    List<Location> places =
        EntityPlaces.of(settings.allowed(), metadata.location(), metadata.properties());
    EntityPlaces.requireUnowned(state, places, EntityPlaces.NO_ENTITY, settings.uniqueLocations());
    return metadata;
  }

  private TableMetadata placed(CatalogState state, TableIdentifier name, NewTable table) {
    state.requireFree(name, EntityKind.TABLE);
    String location = table.location();
    return table.at(
        location == null ? DefaultLocations.of(state, settings, name) : location, settings);
  }

  /**
   * Applies a commit to one table; a commit that asserts that the table does not exist creates it.
   *
   * @throws NoSuchTableException if the table does not exist
   * @throws CommitFailedException if a requirement does not hold
   */
  public CatalogTable commit(TableCommit commit) {
    return commit(List.of(commit)).get(0);
  }

  /**
   * Applies commits to several tables as one commit of the catalog: all of them or none, and no
   * reader sees a part.
   */
  public List<CatalogTable> commit(List<TableCommit> transaction) {
    List<TableIdentifier> names = transaction.stream().map(TableCommit::name).toList();
    if (new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException("A transaction names a table twice: " + names);
    }
    if (names.size() > MutationSummary.MAX_ENTITIES && commits.request().isKeyed()) {
      throw new IllegalArgumentException(
          "A transaction with an idempotency key has at most %d tables, not %d; split it"
              .formatted(MutationSummary.MAX_ENTITIES, names.size()));
    }
    return run(UPDATE, names, planner -> state -> transaction.stream().map(planner::plan).toList());
  }

  /**
   * Registers a table whose metadata file exists.
   *
   * @param overwrite whether a table of that name gets the metadata of the file
   * @throws AlreadyExistsException if the name is taken
   */
  public CatalogTable register(TableIdentifier name, String metadataFile, boolean overwrite) {
    RegisteredFile file = read(metadataFile);
    TableMetadata metadata = file.parsed(TableMetadataParser::fromJson);
    return run(
            REGISTER,
            List.of(name),
            planner ->
                state -> {
                  EntityEntry seen =
                      overwrite ? state.find(name, EntityKind.TABLE).orElse(null) : null;
                  if (seen == null) {
                    state.requireFree(name, EntityKind.TABLE);
                  }
                  return List.of(
                      planner.register(
                          name, metadata, metadataFile, RawTable.ofMetadata(file.json()), seen));
                })
        .get(0);
  }

  /**
   * Reads a metadata file and checks that {@link #register} could register it under a free name of
   * an existing namespace. Changes nothing.
   *
   * @throws AlreadyExistsException if a location of the table overlaps that of another
   */
  public void checkRegistrable(String metadataFile) {
    TableMetadata metadata = read(metadataFile).parsed(TableMetadataParser::fromJson);
    EntityPlaces.requireRegistrable(
        commits.current(),
        EntityPlaces.of(settings.allowed(), metadata.location(), metadata.properties()),
        settings.uniqueLocations());
  }

  private RegisteredFile read(String file) {
    Location unused = settings.allowed().check(file);
    return RegisteredFile.read(files.io(), file, settings.maxMetadataFile());
  }

  /** Makes the plans of one attempt. */
  @FunctionalInterface
  private interface Planning {
    List<PlannedTable> plan(CatalogState state);
  }

  private List<CatalogTable> run(
      String operation, List<TableIdentifier> names, Function<TablePlanner, Planning> planning) {
    return commits
        .run(
            operation,
            TablesResult.class,
            names,
            state -> {
              TablePlanner planner =
                  new TablePlanner(commits.store(), state, settings, commits.recentTables());
              List<PlannedTable> tables = planning.apply(planner).plan(state);
              List<MetadataFiles.Export> exports = planner.exports();
              files.writeAll(exports);
              return new TablesPlan(operation, tables, exports);
            })
        .tables();
  }

  private final class TablesPlan implements CatalogCommits.Plan<TablesResult> {
    private final String operation;
    private final List<PlannedTable> tables;
    private final List<CatalogCommits.PlannedFile> written;

    TablesPlan(String operation, List<PlannedTable> tables, List<MetadataFiles.Export> exports) {
      this.operation = operation;
      this.tables = tables;
      this.written = exports.stream().map(MetadataFiles.Export::file).toList();
    }

    @Override
    public TablesResult apply(CatalogEdits edits) {
      List<CatalogTable> applied = new ArrayList<>();
      for (PlannedTable table : tables) {
        applied.add(table.apply(edits, settings.uniqueLocations(), states));
      }
      if (tables.stream().anyMatch(table -> table.next() != null)) {
        CatalogLog.write(edits, operation, tables.stream().map(PlannedTable::name).toList());
      }
      return new TablesResult(applied);
    }

    @Override
    public List<CatalogCommits.PlannedFile> files() {
      return written;
    }

    @Override
    public void applied() {
      tables.forEach(table -> files.delete(table.obsolete()));
    }
  }
}
