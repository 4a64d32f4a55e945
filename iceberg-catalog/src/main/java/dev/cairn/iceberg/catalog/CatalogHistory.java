package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.CatalogCommits.PlannedFile;
import dev.cairn.iceberg.catalog.MutationResult.EntitiesResult;
import dev.cairn.iceberg.catalog.MutationResult.ResetResult;
import dev.cairn.iceberg.location.AllowedLocations;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.metadata.MetadataReader;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import dev.cairn.iceberg.metadata.ViewState;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewProperties;

/**
 * Earlier states of a catalog, and what comes back from them.
 *
 * <p>A state can come back for {@code cairn.gc.retention - cairn.gc.grace} after it was superseded:
 * after that, {@link HeadNotFoundException} says so.
 */
public final class CatalogHistory {
  private static final String RESTORE = "restore";
  private static final String RESET = "reset";

  private final CatalogCommits commits;
  private final MetadataFiles files;
  private final AllowedLocations allowed;
  private final Clock clock;

  CatalogHistory(
      CatalogCommits commits, MetadataFiles files, AllowedLocations allowed, Clock clock) {
    this.commits = commits;
    this.files = files;
    this.allowed = allowed;
    this.clock = clock;
  }

  private CatalogState at(HeadId earlier) {
    return new CatalogState(commits.store().at(Catalogs.MAIN, earlier));
  }

  /**
   * The state of the catalog at {@code time}.
   *
   * @throws HeadNotFoundException if there was none yet, or it is not retained
   */
  public HeadId headAt(Instant time) {
    return commits.store().at(Catalogs.MAIN, time).head().orElseThrow();
  }

  /**
   * Brings a table or view back as it was in an earlier state, in one commit. It keeps its ID. If
   * it exists, also under another name, it gets that state and keeps its name; if it is dropped, it
   * comes back under the name that it had. Its metadata is exported to a new file. Data files that
   * were deleted since, by an expiry of snapshots for example, do not come back.
   *
   * @param name its name in the earlier state
   * @return its name now
   * @throws NoSuchTableException if the earlier state has no table or view of that name
   * @throws NotFoundException if it is no longer kept
   * @throws ForbiddenException if the deletion of its files has begun, or it was where the
   *     warehouse no longer allows files
   * @throws AlreadyExistsException if it is dropped, and another one has its name
   * @throws NoSuchNamespaceException if it is dropped, and so is its namespace
   * @throws HeadNotFoundException if the earlier state is not retained, or too old
   */
  public TableIdentifier restore(TableIdentifier name, HeadId earlier) {
    EntitiesResult restored =
        commits.run(
            RESTORE,
            EntitiesResult.class,
            List.of(name),
            state -> {
              CatalogState before = at(earlier);
              EntityEntry entry = entry(before, name);
              EntityRecord unused = state.requireRestorable(entry, name);
              return new RestorePlan(
                  name,
                  earlier,
                  entry.kind() == EntityKind.VIEW
                      ? exportView(before, entry)
                      : exportTable(before, entry));
            });
    return commits.current().nameOf(restored.ids().get(0)).orElse(name);
  }

  private static EntityEntry entry(CatalogState state, TableIdentifier name) {
    return state
        .contents()
        .get(CatalogKeys.of(name))
        .orElseThrow(
            () -> new NoSuchTableException("Table or view did not exist in that state: %s", name));
  }

  private record RestorePlan(TableIdentifier name, HeadId earlier, Exported exported)
      implements CatalogCommits.Plan<EntitiesResult> {
    @Override
    public EntitiesResult apply(CatalogEdits edits) {
      CatalogState old = edits.earlier(earlier);
      EntityEntry found = entry(old, name);
      Object unused = old.view().get(exported.type(), found.state());
      ObjectRef state = edits.workspace().put(exported.state());
      TableIdentifier now = edits.restore(found.with(state), name);
      CatalogLog.write(edits, RESTORE, now + " as of " + earlier);
      // Under a key, the state tells that the new file is the one that the head names.
      return EntitiesResult.of(found.id(), state.id());
    }

    @Override
    public List<PlannedFile> files() {
      return List.of(exported.file());
    }
  }

  /**
   * An earlier state, exported to a new file: the old one may be gone.
   *
   * @param state the state that names the new file
   * @param type its class
   */
  private record Exported(PlannedFile file, Prepared<?> state, Class<?> type) {}

  private Exported exportTable(CatalogState before, EntityEntry entry) {
    TableState table = before.table(entry.state());
    TableStates states = new TableStates(MetadataReader.of(before.view()));
    TableMetadata metadata = states.loadReferenced(table);
    String file =
        newFile(
            metadata.location(),
            metadata.properties(),
            TableProperties.METADATA_COMPRESSION_DEFAULT,
            table.metadataFile());
    return export(file, table.withMetadataFile(file), () -> states.json(table));
  }

  private Exported exportView(CatalogState before, EntityEntry entry) {
    ViewState view = before.viewState(entry.state());
    ViewMetadata metadata = view.load();
    String file =
        newFile(
            metadata.location(),
            metadata.properties(),
            ViewProperties.METADATA_COMPRESSION_DEFAULT,
            view.metadataFile());
    return export(file, new ViewState(file, view.json()), view::json);
  }

  private String newFile(
      String location, Map<String, String> properties, String codec, String before) {
    List<Location> unused = EntityPlaces.of(allowed, location, properties);
    return MetadataFiles.newName(location, properties, codec, before);
  }

  private Exported export(String location, Object state, Supplier<String> json) {
    Prepared<?> prepared = commits.store().prepare(state);
    PlannedFile file = new PlannedFile(location, prepared.ref());
    files.writeAll(List.of(MetadataFiles.Export.ofText(file, json)));
    return new Exported(file, prepared, state.getClass());
  }

  /**
   * Resets the catalog to an earlier state, in one commit: namespaces, tables and views are those
   * of that state, by name, ID and state. What was created since is dropped, without purge, and can
   * be undropped. What was dropped since comes back, unless it is no longer kept; that is left out
   * and named. Also protected tables are reset. Metadata files are not written again: if one of an
   * earlier state was deleted, the next commit of the table exports a new one.
   *
   * @throws HeadNotFoundException if the earlier state is not retained, or too old
   */
  public ResetReport reset(HeadId earlier) {
    return commits
        .run(
            RESET,
            ResetResult.class,
            List.of(),
            state -> {
              commits.store().checkReset(Catalogs.MAIN, earlier);
              long now = clock.millis();
              return edits -> {
                CatalogReset reset = CatalogReset.between(edits.earlier(earlier), edits);
                reset.apply(edits, now);
                CatalogLog.write(edits, RESET, "to " + earlier);
                return new ResetResult(edits.keepReset(reset.report()), reset.report());
              };
            })
        .report();
  }

  /**
   * What a reset would do now.
   *
   * @throws HeadNotFoundException as {@link #reset} does
   */
  public ResetReport previewReset(HeadId earlier) {
    Store store = commits.store();
    store.checkReset(Catalogs.MAIN, earlier);
    return CatalogReset.between(at(earlier), commits.current()).report();
  }
}
