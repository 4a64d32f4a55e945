package dev.cairn.iceberg.catalog;

import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.iceberg.catalog.MutationResult.EntitiesResult;
import dev.cairn.iceberg.catalog.MutationResult.PropertiesResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;
import org.apache.iceberg.exceptions.ValidationException;

/** The namespaces of a catalog, of any depth. */
public final class CatalogNamespaces {
  private static final String CREATE = "create-namespace";
  private static final String UPDATE = "update-namespace";
  private static final String DROP = "drop-namespace";

  private final CatalogCommits commits;

  CatalogNamespaces(CatalogCommits commits) {
    this.commits = commits;
  }

  /** What became of a change of properties: the names that were set, removed and not found. */
  public record PropertyChanges(Set<String> updated, Set<String> removed, Set<String> missing) {}

  /**
   * Creates a namespace whose parent exists.
   *
   * @throws AlreadyExistsException if it exists
   * @throws NoSuchNamespaceException if its parent does not
   */
  public void create(Namespace namespace, Map<String, String> properties) {
    ValidationException.check(!namespace.isEmpty(), "Invalid namespace: it has no level");
    commits.run(
        CREATE,
        EntitiesResult.class,
        List.of(),
        state -> {
          requireNew(state, namespace);
          return edits -> {
            requireNew(edits, namespace);
            NamespaceState first = new NamespaceState(new TreeMap<>(properties));
            long id = edits.addNamespace(namespace, first);
            CatalogLog.write(edits, CREATE, namespace);
            return EntitiesResult.of(id);
          };
        });
  }

  private static void requireNew(CatalogState state, Namespace namespace) {
    if (state.namespaces().contains(CatalogKeys.of(namespace))) {
      throw new AlreadyExistsException("Namespace already exists: %s", namespace);
    }
    state.requireParent(namespace);
  }

  /**
   * The properties of a namespace.
   *
   * @throws NoSuchNamespaceException if it does not exist
   */
  public Map<String, String> load(Namespace namespace) {
    CatalogState state = commits.current();
    return Map.copyOf(state.properties(state.namespace(namespace)));
  }

  /** Whether a namespace exists. */
  public boolean exists(Namespace namespace) {
    return commits.current().namespaces().contains(CatalogKeys.of(namespace));
  }

  /**
   * The children of {@code parent}, without their descendants, sorted by name.
   *
   * @throws NoSuchNamespaceException if the parent does not exist
   */
  public List<Namespace> list(Namespace parent) {
    CatalogState state = commits.current();
    if (!parent.isEmpty()) {
      EntityEntry unused = state.namespace(parent);
    }
    return state.childrenOf(parent);
  }

  /**
   * One page of the children of {@code parent}. All pages show the state of the first one.
   *
   * @throws NoSuchNamespaceException if the parent does not exist
   */
  public Listing<Namespace> list(Namespace parent, PageRequest page) {
    return CatalogPages.children(commits.store(), parent, page);
  }

  /**
   * Sets and removes properties in one commit.
   *
   * @throws NoSuchNamespaceException if the namespace does not exist
   * @throws UnprocessableEntityException if a property is to be both set and removed
   */
  public PropertyChanges update(
      Namespace namespace, Map<String, String> updates, Collection<String> removals) {
    Set<String> both = new TreeSet<>(removals);
    both.retainAll(updates.keySet());
    if (!both.isEmpty()) {
      throw new UnprocessableEntityException(
          "Properties cannot be set and removed at once: %s", both);
    }
    return commits
        .run(
            UPDATE,
            PropertiesResult.class,
            List.of(),
            state -> {
              EntityEntry unused = state.namespace(namespace);
              return edits -> change(edits, namespace, updates, removals);
            })
        .changes(updates.keySet(), removals);
  }

  private static PropertiesResult change(
      CatalogEdits edits,
      Namespace namespace,
      Map<String, String> updates,
      Collection<String> removals) {
    EntityEntry entry = edits.namespace(namespace);
    Map<String, String> properties = new TreeMap<>(edits.properties(entry));
    Set<String> removed = new TreeSet<>(removals);
    removed.retainAll(properties.keySet());
    Set<String> missing = new TreeSet<>(removals);
    missing.removeAll(removed);
    properties.putAll(updates);
    properties.keySet().removeAll(removed);
    if (!properties.equals(edits.properties(entry))) {
      edits.replaceNamespace(namespace, entry, new NamespaceState(properties));
      CatalogLog.write(edits, UPDATE, namespace);
    }
    return PropertiesResult.of(entry.id(), removals, missing);
  }

  /**
   * Drops an empty namespace.
   *
   * @throws NoSuchNamespaceException if it does not exist
   * @throws NamespaceNotEmptyException if it has a table, a view or a child
   */
  public void drop(Namespace namespace) {
    commits.run(
        DROP,
        EntitiesResult.class,
        List.of(),
        state -> {
          requireEmpty(state, namespace);
          return edits -> {
            requireEmpty(edits, namespace);
            EntityEntry entry = edits.namespace(namespace);
            edits.removeNamespace(namespace, entry);
            CatalogLog.write(edits, DROP, namespace);
            return EntitiesResult.of(entry.id());
          };
        });
  }

  private static void requireEmpty(CatalogState state, Namespace namespace) {
    EntityEntry unused = state.namespace(namespace);
    if (!state.isEmpty(namespace)) {
      throw new NamespaceNotEmptyException("Namespace is not empty: %s", namespace);
    }
  }
}
