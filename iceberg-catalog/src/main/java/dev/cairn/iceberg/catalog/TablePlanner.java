package dev.cairn.iceberg.catalog;

import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.PlannedTable.NextState;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.metadata.MetadataReader;
import dev.cairn.iceberg.metadata.MetadataSink;
import dev.cairn.iceberg.metadata.RawTable;
import dev.cairn.iceberg.metadata.RecentTables;
import dev.cairn.iceberg.metadata.TableBase;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.RetryableValidationException;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.util.PropertyUtil;
import org.jspecify.annotations.Nullable;

/** Applies the commits of one request to one state of the catalog. */
final class TablePlanner {
  private final Store store;
  private final CatalogState state;
  private final WarehouseSettings settings;
  private final MetadataReader reader;
  private final RecentTables recent;
  private final List<MetadataFiles.Export> exports = new ArrayList<>();

  TablePlanner(Store store, CatalogState state, WarehouseSettings settings, RecentTables recent) {
    this.store = store;
    this.state = state;
    this.settings = settings;
    this.reader = MetadataReader.of(state.view());
    this.recent = recent;
  }

  /** The files to be written for what was planned. */
  List<MetadataFiles.Export> exports() {
    return List.copyOf(exports);
  }

  PlannedTable plan(TableCommit commit) {
    return commit.isCreate() ? created(commit) : updated(commit);
  }

  /** A new table with the given metadata. */
  PlannedTable create(TableIdentifier name, TableMetadata metadata, RawTable raw) {
    state.requireFree(name, EntityKind.TABLE);
    requireUpdatable(metadata);
    List<Location> places = places(metadata);
    String file = newFile(metadata, null);
    NextState next = prepared(sink -> TableStates.create(metadata, file, raw, sink));
    export(file, next);
    return new PlannedTable(
        name, null, next, places, false, state.namespace(name.namespace()), List.of());
  }

  /** Every later commit reads this property, so one that is no number would refuse them all. */
  private static void requireUpdatable(TableMetadata metadata) {
    String name = TableProperties.METADATA_PREVIOUS_VERSIONS_MAX;
    try {
      int unused = PropertyUtil.propertyAsInt(metadata.properties(), name, 1);
    } catch (NumberFormatException e) {
      throw new ValidationException(
          e, "Invalid property %s: '%s' is no number", name, metadata.properties().get(name));
    }
  }

  /** A table whose metadata file exists already. */
  PlannedTable register(
      TableIdentifier name,
      TableMetadata metadata,
      String file,
      RawTable raw,
      @Nullable EntityEntry seen) {
    Location unused = settings.allowed().check(file);
    NextState next = prepared(sink -> TableStates.create(metadata, file, raw, sink));
    return new PlannedTable(name, seen, next, places(metadata), true, null, List.of());
  }

  private PlannedTable created(TableCommit commit) {
    if (state.find(commit.name(), EntityKind.TABLE).isPresent()) {
      throw new CommitFailedException(
          "Requirement failed: table already exists: %s", commit.name());
    }
    TableMetadata.Builder builder =
        commit.updates().stream()
            .filter(MetadataUpdate.UpgradeFormatVersion.class::isInstance)
            .map(MetadataUpdate.UpgradeFormatVersion.class::cast)
            .findFirst()
            .map(upgrade -> TableMetadata.buildFromEmpty(upgrade.formatVersion()))
            .orElseGet(TableMetadata::buildFromEmpty);
    boolean isPlaced =
        commit.updates().stream().anyMatch(MetadataUpdate.SetLocation.class::isInstance);
    if (!isPlaced) {
      builder.setLocation(DefaultLocations.of(state, settings, commit.name()));
    }
    TableMetadata metadata =
        IcebergBuilder.run(
            () -> {
              commit.updates().forEach(update -> update.applyTo(builder));
              return builder.build();
            });
    return create(commit.name(), metadata, commit.raw());
  }

  private PlannedTable updated(TableCommit commit) {
    EntityEntry seen = state.get(commit.name(), EntityKind.TABLE);
    TableStates states = new TableStates(reader);
    TableState before = state.table(seen.state());
    TableBase base = states.baseFor(seen.state(), before, commit.updates(), recent);
    TableMetadata metadata;
    try {
      metadata = IcebergBuilder.run(() -> applied(commit, base.metadata()));
    } catch (CommitFailedException | ValidationException refused) {
      if (!RepeatedAppend.isPossible(commit, id -> states.mayHaveSnapshot(before, id))) {
        throw refused; // what most are that lost a race; a load of the whole table would cost much
      }
      TableMetadata complete = states.load(before);
      if (RepeatedAppend.isApplied(commit, complete)) {
        return unchanged(commit, seen);
      }
      throw RepeatedAppend.isThere(commit, complete)
          ? new CommitStateUnknownException("The table has a snapshot of this commit", refused)
          : refused;
    }
    if (metadata == base.metadata()) {
      return unchanged(commit, seen);
    }
    List<Location> places = places(metadata);
    String file = newFile(metadata, before.metadataFile());
    NextState next = prepared(sink -> TableStates.update(base, metadata, file, commit.raw(), sink));
    export(file, next);
    next.keep(base, metadata, recent);
    // Those of a state are among those that its entity ever had.
    List<Location> added = EntityPlaces.areSame(base.metadata(), metadata) ? List.of() : places;
    return new PlannedTable(
        commit.name(), seen, next, added, false, null, obsolete(metadata, before, next, places));
  }

  private static PlannedTable unchanged(TableCommit commit, EntityEntry seen) {
    return new PlannedTable(commit.name(), seen, null, List.of(), false, null, List.of());
  }

  /**
   * The metadata files that the log of the table no longer names, if the table wants them deleted.
   * Those elsewhere stay: a registered file may name the files of another table.
   */
  private List<String> obsolete(
      TableMetadata metadata, TableState before, NextState next, List<Location> places) {
    boolean isWanted =
        PropertyUtil.propertyAsBoolean(
            metadata.properties(),
            TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED,
            TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED_DEFAULT);
    if (!isWanted) {
      return List.of();
    }
    Set<String> files = new LinkedHashSet<>(new TableStates(reader).earlierFiles(before));
    files.removeAll(new TableStates(next.objects()).earlierFiles(next.state()));
    files.remove(next.state().metadataFile());
    return files.stream().filter(file -> isWithin(file, places)).toList();
  }

  private static boolean isWithin(String file, List<Location> places) {
    try {
      return places.stream().anyMatch(Location.parse(file)::isWithin);
    } catch (ValidationException malformed) {
      return false;
    }
  }

  private static TableMetadata applied(TableCommit commit, TableMetadata base) {
    commit.requirements().forEach(requirement -> requirement.validate(base));
    TableMetadata.Builder builder = TableMetadata.buildFrom(base);
    try {
      commit.updates().forEach(update -> update.applyTo(builder));
    } catch (RetryableValidationException e) {
      throw new CommitFailedException(e, "Validation failed, please retry: %s", e.getMessage());
    }
    try {
      return builder.build();
    } catch (ValidationException e) {
      // A replaced table got a snapshot meanwhile: the client has to build its commit again.
      throw new CommitFailedException(e, "Commit failed, please retry: %s", e.getMessage());
    }
  }

  private static String newFile(TableMetadata metadata, @Nullable String before) {
    return MetadataFiles.newName(
        metadata.location(),
        metadata.properties(),
        TableProperties.METADATA_COMPRESSION_DEFAULT,
        before);
  }

  private NextState prepared(Function<MetadataSink, TableState> writer) {
    PreparedObjects objects = new PreparedObjects(store, reader);
    TableState next = writer.apply(objects);
    return new NextState(objects.put(next), next, objects, new PreparedText(objects, next));
  }

  private void export(String file, NextState next) {
    exports.add(
        new MetadataFiles.Export(
            new CatalogCommits.PlannedFile(file, next.ref()),
            out -> next.text().get().export(out)));
  }

  private List<Location> places(TableMetadata metadata) {
    return EntityPlaces.of(settings.allowed(), metadata.location(), metadata.properties());
  }
}
