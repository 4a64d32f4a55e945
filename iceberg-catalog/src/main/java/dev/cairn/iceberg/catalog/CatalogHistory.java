package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.RestoringChange;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.iceberg.metadata.MetadataReader;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import dev.cairn.iceberg.metadata.ViewState;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewProperties;

/**
 * Earlier states of a catalog, and what comes back from them.
 *
 * <p>A state can come back for {@code cairn.gc.retention - cairn.gc.grace} after it was superseded:
 * after that, {@link HeadNotFoundException} says so.
 */
public final class CatalogHistory {
  private final Store store;
  private final MetadataFiles files;
  private final Clock clock;

  /**
   * The history of the catalog on the reference {@code main} of {@code store}.
   *
   * @param files writes metadata files
   * @param clock the time of drops
   */
  public CatalogHistory(Store store, FileIO files, Clock clock) {
    this.store = store;
    this.files = new MetadataFiles(files, Runnable::run);
    this.clock = clock;
  }

  /**
   * The state of the catalog at {@code time}.
   *
   * @throws HeadNotFoundException if there was none yet, or it is not retained
   */
  public HeadId headAt(Instant time) {
    return store.at(Catalogs.MAIN, time).head().orElseThrow();
  }

  /**
   * Brings a table or view back as it was in an earlier state, in one commit. It keeps its ID. If
   * it exists, also under another name, it gets that state and keeps its name; if it is dropped, it
   * comes back under the name that it had. Its metadata is exported to a new file. Data files that
   * were deleted since, by an expiry of snapshots for example, do not come back.
   *
   * @param name its name in the earlier state
   * @param request stands in the log; its key is not used, as repeating a restore does no harm
   * @return its name now
   * @throws NoSuchTableException if the earlier state has no table or view of that name
   * @throws NotFoundException if it is no longer kept
   * @throws ForbiddenException if the deletion of its files has begun
   * @throws AlreadyExistsException if it is dropped, and another one has its name
   * @throws NoSuchNamespaceException if it is dropped, and so is its namespace
   * @throws HeadNotFoundException if the earlier state is not retained, or too old
   */
  public TableIdentifier restore(TableIdentifier name, HeadId earlier, CatalogRequest request) {
    CatalogState before = new CatalogState(store.at(Catalogs.MAIN, earlier));
    EntityEntry entry = entry(before, name);
    EntityRecord unused =
        new CatalogState(store.current(Catalogs.MAIN)).requireRestorable(entry, name);
    Exported exported =
        entry.kind() == EntityKind.VIEW ? exportView(before, entry) : exportTable(before, entry);
    return commit(
        earlier,
        List.of(exported.file()),
        (workspace, old) -> {
          CatalogEdits edits = new CatalogEdits(workspace, request);
          EntityEntry found = entry(new CatalogState(old), name);
          Object unusedValue = old.get(exported.type(), found.state());
          ObjectRef state = workspace.put(exported.state());
          TableIdentifier now = edits.restore(found.with(state), name);
          CatalogLog.write(edits, "restore", now + " as of " + earlier);
          return now;
        });
  }

  private static EntityEntry entry(CatalogState state, TableIdentifier name) {
    return state
        .contents()
        .get(CatalogKeys.of(name))
        .orElseThrow(
            () -> new NoSuchTableException("Table or view did not exist in that state: %s", name));
  }

  /**
   * An earlier state, exported to a new file: the old one may be gone.
   *
   * @param state the state that names the new file
   * @param type its class
   */
  private record Exported(String file, Prepared<?> state, Class<?> type) {}

  private Exported exportTable(CatalogState before, EntityEntry entry) {
    TableState table = before.table(entry.state());
    TableStates states = new TableStates(MetadataReader.of(before.view()));
    TableMetadata metadata = states.loadReferenced(table);
    String file =
        MetadataFiles.newName(
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
        MetadataFiles.newName(
            metadata.location(),
            metadata.properties(),
            ViewProperties.METADATA_COMPRESSION_DEFAULT,
            view.metadataFile());
    return export(file, new ViewState(file, view.json()), view::json);
  }

  private Exported export(String file, Object state, Supplier<String> json) {
    Prepared<?> prepared = store.prepare(state);
    files.writeAll(
        List.of(
            new MetadataFiles.Export(new CatalogCommits.PlannedFile(file, prepared.ref()), json)));
    return new Exported(file, prepared, state.getClass());
  }

  /**
   * Resets the catalog to an earlier state, in one commit: namespaces, tables and views are those
   * of that state, by name, ID and state. What was created since is dropped, without purge, and can
   * be undropped. What was dropped since comes back, unless it is no longer kept; that is left out
   * and named. Also protected tables are reset. Metadata files are not written again: if one of an
   * earlier state was deleted, the next commit of the table exports a new one.
   *
   * @param request stands in the log, and with what is dropped; its key is not used, as repeating a
   *     reset does no harm
   * @throws HeadNotFoundException if the earlier state is not retained, or too old
   */
  public ResetReport reset(HeadId earlier, CatalogRequest request) {
    store.checkReset(Catalogs.MAIN, earlier);
    long now = clock.millis();
    return commit(
        earlier,
        List.of(),
        (workspace, old) -> {
          CatalogEdits edits = new CatalogEdits(workspace, request);
          ResetReport report = new CatalogReset(edits, new CatalogState(old), now).run();
          CatalogLog.write(edits, "reset", "to " + earlier);
          return report;
        });
  }

  /** Commits; deletes {@code written} if it is certain that nothing was applied. */
  private <R> R commit(HeadId earlier, List<String> written, RestoringChange<R> change) {
    try {
      return store.restore(Catalogs.MAIN, earlier, change).value();
    } catch (UnknownOutcomeException e) {
      throw new CommitStateUnknownException(e);
    } catch (CommitConflictException | StoreBusyException e) {
      files.delete(written);
      throw new ServiceUnavailableException(e, "Commit failed: %s; try again", e.getMessage());
    } catch (RuntimeException e) {
      files.delete(written);
      throw e;
    }
  }
}
