package dev.cairn.iceberg.catalog;

import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.Prepared;
import dev.cairn.iceberg.catalog.CatalogCommits.Plan;
import dev.cairn.iceberg.catalog.CatalogCommits.PlannedFile;
import dev.cairn.iceberg.catalog.MutationResult.ViewResult;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.metadata.ViewState;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewMetadataParser;
import org.apache.iceberg.view.ViewProperties;
import org.jspecify.annotations.Nullable;

/** The views of a catalog. */
public final class CatalogViews {
  private static final String CREATE = "create-view";
  private static final String UPDATE = "update-view";
  private static final String REGISTER = "register-view";

  private final CatalogCommits commits;
  private final MetadataFiles files;
  private final WarehouseSettings settings;

  CatalogViews(CatalogCommits commits, MetadataFiles files, WarehouseSettings settings) {
    this.commits = commits;
    this.files = files;
    this.settings = settings;
  }

  /**
   * The current metadata of a view.
   *
   * @throws NoSuchViewException if it does not exist
   */
  public ViewMetadata load(TableIdentifier name) {
    CatalogState state = commits.current();
    return state.viewState(state.get(name, EntityKind.VIEW).state()).load();
  }

  /** Whether a view exists. */
  public boolean exists(TableIdentifier name) {
    return commits.current().find(name, EntityKind.VIEW).isPresent();
  }

  /**
   * The views of a namespace, without those of its children, sorted by name.
   *
   * @throws NoSuchNamespaceException if the namespace does not exist
   */
  public List<TableIdentifier> list(Namespace namespace) {
    return commits.current().list(namespace, EntityKind.VIEW);
  }

  /**
   * One page of the views of a namespace, as {@link CatalogTables#list(Namespace, PageRequest)}.
   */
  public Listing<TableIdentifier> list(Namespace namespace, PageRequest page) {
    return CatalogPages.contents(commits.store(), namespace, EntityKind.VIEW, page);
  }

  /** A location for a view that is created without one. */
  public String newLocation(TableIdentifier name) {
    return DefaultLocations.of(commits.current(), settings, name);
  }

  /**
   * Creates a view.
   *
   * @throws AlreadyExistsException if there is a table or view of that name, or its location
   *     overlaps that of another
   */
  public ViewMetadata create(TableIdentifier name, ViewMetadata metadata) {
    return run(
        CREATE,
        name,
        state -> {
          state.requireFree(name, EntityKind.VIEW);
          List<Location> places = places(metadata);
          return exported(metadata, null, (edits, view) -> add(edits, CREATE, name, view, places));
        });
  }

  /**
   * Registers a view whose metadata file exists.
   *
   * @throws AlreadyExistsException if the name is taken
   */
  public ViewMetadata register(TableIdentifier name, String metadataFile) {
    ViewMetadata metadata = read(metadataFile);
    List<Location> places = places(metadata);
    ViewState view = ViewState.of(metadata, metadataFile);
    return run(
        REGISTER,
        name,
        state -> {
          state.requireFree(name, EntityKind.VIEW);
          Prepared<ViewState> prepared = commits.store().prepare(view);
          return edits -> {
            edits.releaseKeptFiles(places);
            return add(edits, REGISTER, name, prepared, places);
          };
        });
  }

  /**
   * Reads a metadata file and checks that {@link #register} could register it, as {@link
   * CatalogTables#checkRegistrable}.
   */
  public void checkRegistrable(String metadataFile) {
    ViewMetadata metadata = read(metadataFile);
    EntityPlaces.requireRegistrable(
        commits.current(), places(metadata), settings.uniqueLocations());
  }

  private ViewMetadata read(String file) {
    Location unused = settings.allowed().check(file);
    return RegisteredFile.read(files.io(), file, settings.maxMetadataFile())
        .parsed(ViewMetadataParser::fromJson);
  }

  private ViewResult add(
      CatalogEdits edits,
      String operation,
      TableIdentifier name,
      Prepared<ViewState> view,
      List<Location> places) {
    EntityEntry entry =
        edits.add(
            name, EntityKind.VIEW, edits.workspace().put(view), places, settings.uniqueLocations());
    CatalogLog.write(edits, operation, name);
    return result(entry, view.value().load());
  }

  private static ViewResult result(EntityEntry entry, ViewMetadata metadata) {
    return new ViewResult(entry.id(), entry.state(), metadata);
  }

  /**
   * Applies a commit to a view.
   *
   * @throws NoSuchViewException if it does not exist
   * @throws CommitFailedException if a requirement does not hold
   */
  public ViewMetadata commit(
      TableIdentifier name, List<UpdateRequirement> requirements, List<MetadataUpdate> updates) {
    return run(
        UPDATE,
        name,
        state -> {
          EntityEntry seen = state.get(name, EntityKind.VIEW);
          ViewMetadata base = state.viewState(seen.state()).load();
          ViewMetadata metadata = updated(base, requirements, updates);
          if (metadata.changes().isEmpty()) {
            return edits -> {
              requireUnmoved(edits, name, seen);
              return result(seen, base);
            };
          }
          List<Location> places = places(metadata);
          return exported(
              metadata,
              base.metadataFileLocation(),
              (edits, view) -> replace(edits, name, seen, view, places));
        });
  }

  private ViewResult replace(
      CatalogEdits edits,
      TableIdentifier name,
      EntityEntry seen,
      Prepared<ViewState> view,
      List<Location> places) {
    requireUnmoved(edits, name, seen);
    EntityEntry entry =
        edits.replace(name, seen, edits.workspace().put(view), places, settings.uniqueLocations());
    CatalogLog.write(edits, UPDATE, name);
    return result(entry, view.value().load());
  }

  private static ViewMetadata updated(
      ViewMetadata base, List<UpdateRequirement> requirements, List<MetadataUpdate> updates) {
    return IcebergBuilder.run(
        () -> {
          requirements.forEach(requirement -> requirement.validate(base));
          ViewMetadata.Builder builder = ViewMetadata.buildFrom(base);
          updates.forEach(update -> update.applyTo(builder));
          return builder.build();
        });
  }

  private static void requireUnmoved(CatalogEdits edits, TableIdentifier name, EntityEntry seen) {
    if (!edits.find(name, EntityKind.VIEW).filter(seen::equals).isPresent()) {
      throw new MovedException(name);
    }
  }

  private List<Location> places(ViewMetadata metadata) {
    return EntityPlaces.of(settings.allowed(), metadata.location(), metadata.properties());
  }

  private ViewMetadata run(
      String operation, TableIdentifier name, Function<CatalogState, Plan<ViewResult>> planner) {
    return commits.run(operation, ViewResult.class, List.of(name), planner).metadata();
  }

  /** Writes the metadata file of a new state, which {@code change} then stores. */
  private ViewPlan exported(
      ViewMetadata metadata,
      @Nullable String before,
      BiFunction<CatalogEdits, Prepared<ViewState>, ViewResult> change) {
    String file =
        MetadataFiles.newName(
            metadata.location(),
            metadata.properties(),
            ViewProperties.METADATA_COMPRESSION_DEFAULT,
            before);
    Prepared<ViewState> view = commits.store().prepare(ViewState.of(metadata, file));
    PlannedFile planned = new PlannedFile(file, view.ref());
    files.writeAll(
        List.of(MetadataFiles.Export.ofText(planned, () -> ViewMetadataParser.toJson(metadata))));
    return new ViewPlan(List.of(planned), edits -> change.apply(edits, view));
  }

  private record ViewPlan(List<PlannedFile> files, Function<CatalogEdits, ViewResult> change)
      implements Plan<ViewResult> {
    @Override
    public ViewResult apply(CatalogEdits edits) {
      return change.apply(edits);
    }
  }
}
