package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.iceberg.catalog.CatalogNamespaces.PropertyChanges;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.view.ViewMetadata;

/**
 * The result of a mutation: what its method returned, or {@link IcebergCatalog#replay} restores.
 */
public sealed interface MutationResult {
  /** Tables that were created, registered or committed to, in the order of the request. */
  record TablesResult(List<CatalogTable> tables) implements MutationResult {}

  /**
   * A view that was created, registered or committed to.
   *
   * @param id the ID of the view
   * @param state the object with its state
   */
  record ViewResult(long id, ObjectRef state, ViewMetadata metadata) implements MutationResult {}

  /**
   * A change of the properties of a namespace. The names are in the request; kept is which of the
   * properties to be removed were not there.
   *
   * @param id the ID of the namespace
   * @param missing a bit for each name to be removed, in their order, set if it was missing
   */
  record PropertiesResult(long id, Bytes missing) implements MutationResult {
    static PropertiesResult of(long id, Collection<String> removals, Set<String> missing) {
      BitSet bits = new BitSet();
      int position = 0;
      for (String name : new TreeSet<>(removals)) {
        bits.set(position++, missing.contains(name));
      }
      return new PropertiesResult(id, Bytes.wrap(bits.toByteArray()));
    }

    /** The names that were set, removed and not found, by the names in the request. */
    public PropertyChanges changes(Collection<String> updates, Collection<String> removals) {
      BitSet bits = BitSet.valueOf(missing.toByteArray());
      Set<String> removed = new TreeSet<>();
      Set<String> notFound = new TreeSet<>();
      int position = 0;
      for (String name : new TreeSet<>(removals)) {
        (bits.get(position++) ? notFound : removed).add(name);
      }
      return new PropertyChanges(new TreeSet<>(updates), removed, notFound);
    }
  }

  /**
   * A reset of the catalog.
   *
   * @param record the object with the report
   * @param report what it did
   */
  record ResetResult(ObjectRef record, ResetReport report) implements MutationResult {}

  /**
   * Entities that were changed by a mutation that returns nothing else, such as a rename.
   *
   * @param state the ID of the state that was stored for one of them; zero if none was
   */
  record EntitiesResult(List<Long> ids, long state) implements MutationResult {
    static EntitiesResult of(long id) {
      return of(id, 0);
    }

    static EntitiesResult of(long id, long state) {
      return new EntitiesResult(List.of(id), state);
    }
  }
}
