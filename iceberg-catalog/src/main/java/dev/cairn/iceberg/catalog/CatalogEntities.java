package dev.cairn.iceberg.catalog;

import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.iceberg.catalog.MutationResult.EntitiesResult;
import dev.cairn.iceberg.metadata.TableStates;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NotFoundException;

/** Renames, drops and undrops: what tables and views have in common. */
public final class CatalogEntities {
  /** The property that protects a table or view from drops, with any value but {@code false}. */
  public static final String PROTECTED = "cairn.protected";

  private static final String RENAME = "rename";
  private static final String DROP = "drop";
  private static final String UNDROP = "undrop";

  private final CatalogCommits commits;
  private final Clock clock;
  private final TableStates states;

  CatalogEntities(CatalogCommits commits, Clock clock, TableStates states) {
    this.commits = commits;
    this.clock = clock;
    this.states = states;
  }

  /**
   * Renames a table or view, also to another namespace, in one commit.
   *
   * @throws AlreadyExistsException if {@code to} is taken
   * @throws NoSuchNamespaceException if the namespace of {@code to} does not exist
   */
  public void rename(EntityKind kind, TableIdentifier from, TableIdentifier to) {
    commits.run(
        RENAME,
        EntitiesResult.class,
        List.of(from, to),
        state -> {
          checkRename(state, kind, from, to);
          return edits -> {
            boolean isToDo = checkRename(edits, kind, from, to);
            EntityEntry entry = edits.get(from, kind);
            if (isToDo) {
              edits.rename(from, to, entry);
              CatalogLog.write(edits, RENAME, from + " to " + to);
            }
            return EntitiesResult.of(entry.id());
          };
        });
  }

  /** Whether there is anything to do. */
  private static boolean checkRename(
      CatalogState state, EntityKind kind, TableIdentifier from, TableIdentifier to) {
    EntityEntry unused = state.get(from, kind);
    if (!from.equals(to)) {
      state.requireFree(from, to);
    }
    return !from.equals(to);
  }

  /**
   * Drops a table or view. It can be undropped until its files are deleted, and its locations stay
   * taken until then.
   *
   * @param purge whether its files are to be deleted later
   * @return the ID with which to undrop it
   * @throws ForbiddenException if it is protected
   */
  public long drop(EntityKind kind, TableIdentifier name, boolean purge) {
    EntitiesResult dropped =
        commits.run(
            DROP,
            EntitiesResult.class,
            List.of(name),
            state -> {
              EntityEntry seen = state.get(name, kind);
              checkUnprotected(name, () -> properties(state, seen));
              DroppedEntity entity = new DroppedEntity(seen, details(name, seen, purge));
              return edits -> {
                if (!edits.find(name, kind).filter(seen::equals).isPresent()) {
                  throw new MovedException(name);
                }
                edits.drop(name, entity);
                CatalogLog.write(edits, DROP, name);
                return EntitiesResult.of(seen.id());
              };
            });
    return dropped.ids().get(0);
  }

  private DroppedEntity.Details details(TableIdentifier name, EntityEntry entry, boolean purge) {
    return new DroppedEntity.Details(
        entry.kind(),
        entry.id(),
        List.of(name.namespace().levels()),
        name.name(),
        clock.millis(),
        commits.request().principal().name().orElse(""),
        purge,
        false);
  }

  private Map<String, String> properties(CatalogState state, EntityEntry entry) {
    return entry.kind() == EntityKind.TABLE
        ? states.baseFor(state.table(entry.state()), List.of()).metadata().properties()
        : state.viewState(entry.state()).load().properties();
  }

  private static void checkUnprotected(
      TableIdentifier name, Supplier<Map<String, String>> properties) {
    if (!properties.get().getOrDefault(PROTECTED, "false").strip().equalsIgnoreCase("false")) {
      throw new ForbiddenException(
          "%s is protected from drops: set the property %s to false first", name, PROTECTED);
    }
  }

  /** The name that a table or view has now; empty if it is dropped, or gone. */
  public Optional<TableIdentifier> nameOf(long id) {
    return commits.current().nameOf(id);
  }

  /** The dropped tables and views, oldest entities first. */
  public List<DroppedEntity.Details> dropped() {
    List<DroppedEntity.Details> found = new ArrayList<>();
    IndexCursor<DroppedEntity> cursor = commits.current().dropped().list(IndexRange.all());
    while (cursor.next()) {
      found.add(cursor.value().details());
    }
    return found;
  }

  /** A page of them. */
  public Listing<DroppedEntity.Details> dropped(PageRequest page) {
    return CatalogPages.dropped(commits.store(), page);
  }

  /**
   * Brings a dropped table or view back, with its ID and its last state.
   *
   * @throws NotFoundException if none with that ID is dropped
   * @throws AlreadyExistsException if its name is taken
   * @throws ForbiddenException if the deletion of its files has begun
   */
  public TableIdentifier undrop(long id) {
    DroppedEntity.Details details = find(commits.current(), id).details();
    TableIdentifier name =
        TableIdentifier.of(
            Namespace.of(details.namespace().toArray(String[]::new)), details.name());
    undrop(id, name);
    return name;
  }

  /** Brings a dropped table or view back under another name. */
  public void undrop(long id, TableIdentifier name) {
    commits.run(
        UNDROP,
        EntitiesResult.class,
        List.of(name),
        state -> {
          state.requireFree(name, find(state, id).entry().kind());
          return edits -> {
            edits.undrop(find(edits, id), name);
            CatalogLog.write(edits, UNDROP, name);
            return EntitiesResult.of(id);
          };
        });
  }

  private static DroppedEntity find(CatalogState state, long id) {
    DroppedEntity found =
        state
            .dropped()
            .get(CatalogKeys.of(id))
            .orElseThrow(() -> new NotFoundException("No dropped entity has the ID %s", id));
    if (found.details().purging()) {
      throw new ForbiddenException("The files of the dropped entity %s are being deleted", id);
    }
    return found;
  }
}
