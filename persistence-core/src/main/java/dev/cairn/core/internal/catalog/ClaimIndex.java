package dev.cairn.core.internal.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.ClaimConflictException;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Claims of all catalogs, in an index of the system scope.
 *
 * <p>A key has the name space and the elements of a path, a value the key of the catalog in {@code
 * catalog-ids}. What contains a path is found by one bulk look-up of its prefixes, and what lies
 * inside it begins at one place of the index, so a check costs the same however many claims there
 * are.
 */
final class ClaimIndex {
  /** The name of the index. */
  static final String NAME = "claims";

  private static final Comparator<CatalogClaim> ORDER =
      Comparator.comparing(CatalogClaim::space).thenComparing(CatalogClaim::path);

  private final Workspace workspace;
  private final WorkingIndex<Bytes> index;

  ClaimIndex(Workspace workspace) {
    this.workspace = workspace;
    this.index = workspace.index(NAME, ValueSerializer.bytes());
  }

  /**
   * Records {@code added} for a catalog; returns the catalog with them.
   *
   * @throws ClaimConflictException if one conflicts with a claim of another catalog
   */
  DirectoryEntry add(DirectoryEntry catalog, Collection<CatalogClaim> added) {
    NavigableMap<Bytes, CatalogClaim> claims = new TreeMap<>();
    catalog.claims().forEach(claim -> claims.put(key(claim), claim));
    for (CatalogClaim claim : added) {
      if (claims.putIfAbsent(key(claim), claim) == null) {
        add(catalog, claim);
      }
    }
    if (claims.size() > Catalogs.MAX_CLAIMS) {
      throw new IllegalArgumentException(
          "the catalog '%s' would have %d claims; at most %d are allowed, so claim what contains them"
              .formatted(catalog.name(), claims.size(), Catalogs.MAX_CLAIMS));
    }
    return catalog.with(claims.values().stream().sorted(ORDER).toList());
  }

  private void add(DirectoryEntry catalog, CatalogClaim claim) {
    Bytes mine = owner(catalog);
    Bytes key = key(claim);
    boolean isCovered = false;
    for (var above : index.getAll(prefixes(claim)).entrySet()) {
      if (above.getValue().equals(mine)) {
        isCovered = true; // then nothing inside it belongs to another catalog
      } else {
        check(claim, above.getKey(), above.getValue());
      }
    }
    if (!isCovered) {
      IndexCursor<Bytes> below = index.list(IndexRange.prefix(key));
      while (below.next()) {
        if (below.value().equals(mine)) {
          below.skipPast(below.key());
        } else {
          check(claim, below.key(), below.value());
        }
      }
    }
    index.put(key, mine);
  }

  // A release that knows no claims may have purged the owner and left its claims here.
  private void check(CatalogClaim claim, Bytes key, Bytes owner) {
    Optional<DirectoryEntry> other =
        workspace.find(DirectoryEntry.class, Directory.CATALOGS.ids(), owner);
    if (other.isPresent() && other.get().state() != LifeState.PURGED) {
      DirectoryEntry found = other.get();
      CatalogClaim existing =
          found.claims().stream()
              .filter(each -> key(each).equals(key))
              .findFirst()
              .orElseGet(() -> ofKey(key));
      throw new ClaimConflictException(
          claim,
          existing,
          "the catalog '%s' (%s/%s)".formatted(found.name(), found.tenant(), found.id()));
    }
  }

  /** Releases all claims of a catalog that is purged. */
  void release(DirectoryEntry catalog) {
    for (CatalogClaim claim : catalog.claims()) {
      Bytes key = key(claim);
      if (index.get(key).filter(owner(catalog)::equals).isPresent()) {
        index.remove(key);
      }
    }
  }

  /** The value of a catalog's claims: its key in the index of IDs. */
  static Bytes owner(DirectoryEntry catalog) {
    return Key.of(catalog.tenant(), catalog.id());
  }

  /** The key of a claim: the name space, then the elements of the path. */
  static Bytes key(CatalogClaim claim) {
    List<Bytes> prefixes = prefixes(claim);
    return prefixes.get(prefixes.size() - 1);
  }

  // The keys of everything that contains the claim, ending with its own.
  private static List<Bytes> prefixes(CatalogClaim claim) {
    List<Bytes> names = new ArrayList<>();
    List<Bytes> keys = new ArrayList<>();
    names.add(Bytes.ofUtf8(claim.space()));
    for (String element : claim.elements()) {
      names.add(Bytes.ofUtf8(element));
      keys.add(Key.of(names));
    }
    return keys;
  }

  private static CatalogClaim ofKey(Bytes key) {
    List<String> names = Key.elements(key).stream().map(Bytes::toUtf8).toList();
    return new CatalogClaim(names.get(0), String.join("/", names.subList(1, names.size())));
  }
}
