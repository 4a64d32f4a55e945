package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.api.store.View;
import dev.cairn.api.store.Workspace;
import dev.cairn.iceberg.metadata.MetadataReader;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import dev.cairn.iceberg.metadata.ViewState;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
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
    this.files = new MetadataFiles(files);
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
   * @return its name now
   * @throws NoSuchTableException if the earlier state has no table or view of that name
   * @throws NotFoundException if it is no longer kept
   * @throws ForbiddenException if the deletion of its files has begun
   * @throws AlreadyExistsException if it is dropped, and another one has its name
   * @throws NoSuchNamespaceException if it is dropped, and so is its namespace
   * @throws HeadNotFoundException if the earlier state is not retained, or too old
   */
  public TableIdentifier restore(TableIdentifier name, HeadId earlier) {
    CatalogState before = new CatalogState(store.at(Catalogs.MAIN, earlier));
    EntityEntry entry = entry(before, name);
    EntityRecord unused =
        new CatalogState(store.current(Catalogs.MAIN)).requireRestorable(entry, name);
    String file = export(before, entry);
    return commit(
        () ->
            store
                .restore(
                    Catalogs.MAIN,
                    earlier,
                    (workspace, old) -> {
                      CatalogEdits edits = new CatalogEdits(workspace);
                      EntityEntry found = entry(new CatalogState(old), name);
                      TableIdentifier now =
                          edits.restore(found.with(exported(workspace, old, found, file)), name);
                      CatalogLog.write(edits, "restore", now + " as of " + earlier);
                      return now;
                    })
                .value(),
        List.of(file));
  }

  private static EntityEntry entry(CatalogState state, TableIdentifier name) {
    return state
        .contents()
        .get(CatalogKeys.of(name))
        .orElseThrow(
            () -> new NoSuchTableException("Table or view did not exist in that state: %s", name));
  }

  /** Writes the metadata of an earlier state to a new file: the old one may be gone. */
  private String export(CatalogState before, EntityEntry entry) {
    if (entry.kind() == EntityKind.VIEW) {
      ViewState view = before.viewState(entry.state());
      ViewMetadata metadata = view.load();
      String file =
          MetadataFiles.newName(metadata.location(), metadata.properties(), view.metadataFile());
      files.write(file, view.json());
      return file;
    }
    TableState table = before.table(entry.state());
    TableStates states = new TableStates(MetadataReader.of(before.view()));
    TableMetadata metadata = states.loadReferenced(table);
    String file =
        MetadataFiles.newName(metadata.location(), metadata.properties(), table.metadataFile());
    files.write(file, states.json(table));
    return file;
  }

  private static ObjectRef exported(Workspace workspace, View old, EntityEntry entry, String file) {
    return workspace.put(
        entry.kind() == EntityKind.VIEW
            ? new ViewState(file, old.get(ViewState.class, entry.state()).json())
            : old.get(TableState.class, entry.state()).withMetadataFile(file));
  }

  /**
   * Resets the catalog to an earlier state, in one commit: namespaces, tables and views are those
   * of that state, by name, ID and state. What was created since is dropped, without purge, and can
   * be undropped. What was dropped since comes back, unless it is no longer kept; that is left out
   * and named. Also protected tables are reset. Metadata files are not written again: if one of an
   * earlier state was deleted, the next commit of the table exports a new one.
   *
   * @param principal who is recorded with what is dropped
   * @throws HeadNotFoundException if the earlier state is not retained, or too old
   */
  public ResetReport reset(HeadId earlier, String principal) {
    store.checkReset(Catalogs.MAIN, earlier);
    return commit(
        () ->
            store
                .restore(
                    Catalogs.MAIN,
                    earlier,
                    (workspace, old) -> {
                      CatalogEdits edits = new CatalogEdits(workspace);
                      ResetReport report =
                          new CatalogReset(edits, new CatalogState(old), clock.millis(), principal)
                              .run();
                      CatalogLog.write(edits, "reset", "to " + earlier);
                      return report;
                    })
                .value(),
        List.of());
  }

  /** Commits; deletes {@code written} if it is certain that nothing was applied. */
  private <R> R commit(Supplier<R> commit, List<String> written) {
    try {
      return commit.get();
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
