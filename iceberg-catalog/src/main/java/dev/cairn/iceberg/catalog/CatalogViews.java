package dev.cairn.iceberg.catalog;

import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.metadata.ViewState;
import java.util.List;
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
import org.jspecify.annotations.Nullable;

/** The views of a catalog. */
public final class CatalogViews {
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
    return commits.run(
        List.of(name.toString()),
        state -> {
          state.requireFree(name, EntityKind.VIEW);
          Location place = settings.allowed().check(metadata.location());
          ViewState view = export(metadata, null);
          return new ViewPlan(
              List.of(view.metadataFile()), edits -> add(edits, "create-view", name, view, place));
        });
  }

  /**
   * Registers a view whose metadata file exists.
   *
   * @throws AlreadyExistsException if the name is taken
   */
  public ViewMetadata register(TableIdentifier name, String metadataFile) {
    Location unused = settings.allowed().check(metadataFile);
    ViewMetadata metadata = ViewMetadataParser.read(files.io().newInputFile(metadataFile));
    Location place = settings.allowed().check(metadata.location());
    ViewState view = ViewState.of(metadata, metadataFile);
    return commits.run(
        List.of(name.toString()),
        state -> {
          state.requireFree(name, EntityKind.VIEW);
          return new ViewPlan(
              List.of(),
              edits -> {
                edits.releaseKeptFiles(List.of(place));
                return add(edits, "register-view", name, view, place);
              });
        });
  }

  private ViewMetadata add(
      CatalogEdits edits, String operation, TableIdentifier name, ViewState view, Location place) {
    EntityEntry unused =
        edits.add(
            name,
            EntityKind.VIEW,
            edits.workspace().put(view),
            List.of(place),
            settings.uniqueLocations());
    CatalogLog.write(edits, operation, name);
    return view.load();
  }

  /**
   * Applies a commit to a view.
   *
   * @throws NoSuchViewException if it does not exist
   * @throws CommitFailedException if a requirement does not hold
   */
  public ViewMetadata commit(
      TableIdentifier name, List<UpdateRequirement> requirements, List<MetadataUpdate> updates) {
    return commits.run(
        List.of(name.toString()),
        state -> {
          EntityEntry seen = state.get(name, EntityKind.VIEW);
          ViewMetadata base = state.viewState(seen.state()).load();
          requirements.forEach(requirement -> requirement.validate(base));
          ViewMetadata.Builder builder = ViewMetadata.buildFrom(base);
          updates.forEach(update -> update.applyTo(builder));
          ViewMetadata metadata = builder.build();
          if (metadata.changes().isEmpty()) {
            return edits -> base;
          }
          Location place = settings.allowed().check(metadata.location());
          return replacement(name, seen, export(metadata, base.metadataFileLocation()), place);
        });
  }

  private ViewPlan replacement(
      TableIdentifier name, EntityEntry seen, ViewState view, Location place) {
    return new ViewPlan(
        List.of(view.metadataFile()),
        edits -> {
          if (!edits.find(name, EntityKind.VIEW).filter(seen::equals).isPresent()) {
            throw new MovedException(name);
          }
          EntityEntry unused =
              edits.replace(
                  name,
                  seen,
                  edits.workspace().put(view),
                  List.of(place),
                  settings.uniqueLocations());
          CatalogLog.write(edits, "update-view", name);
          return view.load();
        });
  }

  private ViewState export(ViewMetadata metadata, @Nullable String before) {
    String file = MetadataFiles.newName(metadata.location(), metadata.properties(), before);
    files.write(file, ViewMetadataParser.toJson(metadata));
    return ViewState.of(metadata, file);
  }

  private record ViewPlan(List<String> files, Function<CatalogEdits, ViewMetadata> change)
      implements CatalogCommits.Plan<ViewMetadata> {
    @Override
    public ViewMetadata apply(CatalogEdits edits) {
      return change.apply(edits);
    }
  }
}
