package dev.cairn.core.internal.head;

import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexPage;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.index.MissingPageException;
import dev.cairn.core.internal.index.Pages;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.objects.Loaded;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongFunction;

/** Access to the heads of a scope, the pages of their indexes, and runs of applied keys. */
public final class Heads {
  /** The type of index pages. */
  public static final String PAGE_TYPE = "cairn.page";

  /** The type of runs of keys. */
  public static final String KEYS_TYPE = "cairn.keys";

  private final ImmutableObjects objects;
  private final Scope scope;
  private final ObjectCache cache;
  private final IndexLimits limits;
  private final Pages pages;

  /**
   * Reads from {@code objects}, which knows {@link Head#TYPE}, what {@code cache} does not have.
   */
  public Heads(ImmutableObjects objects, Scope scope, ObjectCache cache, IndexLimits limits) {
    this.objects = objects;
    this.scope = scope;
    this.cache = cache;
    this.limits = limits;
    this.pages = new Pages(ids -> objects.loadRaw(PAGE_TYPE, ids), cache.pages(scope));
  }

  /** The empty set of indexes: the state of a reference without a head. */
  public IndexSet noIndexes() {
    return IndexSet.open(new TreeMap<>(), pages, limits);
  }

  /**
   * The head with this ID.
   *
   * @throws ObjectNotFoundException if it does not exist
   */
  public OpenHead get(long id) {
    OpenHead known = (OpenHead) cache.get(scope, Head.TYPE.name(), id);
    if (known != null) {
      return known;
    }
    OpenHead found = find(List.of(id)).get(id);
    if (found == null) {
      throw new ObjectNotFoundException(
          "there is no head %s in %s".formatted(new ObjectRef(Head.TYPE.name(), id), scope));
    }
    return found;
  }

  /** The existing ones of these heads, by one bulk read of those not cached. */
  public Map<Long, OpenHead> find(Collection<Long> ids) {
    Map<Long, OpenHead> found = new HashMap<>();
    List<Long> missing = new ArrayList<>();
    for (Long id : ids) {
      OpenHead known = (OpenHead) cache.get(scope, Head.TYPE.name(), id);
      if (known != null) {
        found.put(id, known);
      } else {
        missing.add(id);
      }
    }
    if (!missing.isEmpty()) {
      List<Optional<Loaded<Head>>> loaded = objects.loadWhole(Head.class, missing);
      for (int i = 0; i < missing.size(); i++) {
        long id = missing.get(i);
        loaded.get(i).ifPresent(head -> found.put(id, open(id, head)));
      }
    }
    return found;
  }

  /**
   * Like {@link #find}, but leaves out damaged heads, so that one does not fail the read of all
   * others.
   */
  public Map<Long, OpenHead> findReadable(Collection<Long> ids) {
    try {
      return find(ids);
    } catch (DamagedDataException e) {
      Map<Long, OpenHead> found = new HashMap<>();
      if (ids.size() > 1) { // a single one is known to be the damaged one
        ids.forEach(id -> found.putAll(findReadable(List.of(id))));
      }
      return found;
    }
  }

  /** The head with this ID if the database has it, whether it is cached or not. */
  public Optional<OpenHead> findStored(long id) {
    return objects.loadAll(Head.class, List.of(id)).get(0).map(head -> open(id, head));
  }

  private OpenHead open(long id, Loaded<Head> loaded) {
    Head head = loaded.value();
    EarlierHeads earlier = EarlierHeads.ofBytes(head.earlier());
    IndexSet indexes = IndexSet.open(head.indexes(), pages, limits);
    long newest = loaded.references().stream().mapToLong(ObjectRef::id).reduce(id, Math::max);
    OpenHead open = new OpenHead(id, head, earlier, indexes, loaded.bytes(), newest);
    cache.put(scope, Head.TYPE.name(), id, open);
    return open;
  }

  /** The pages, for readers that know why one may be missing. */
  public Pages pagesExplaining(LongFunction<? extends CairnException> whyMissing) {
    return pages.explaining(whyMissing);
  }

  /** Drops pages from the cache that the newest head of a reference no longer needs. */
  public void forget(Collection<Long> replacedPages) {
    pages.forget(replacedPages);
  }

  /**
   * The keys of runs, by one bulk read of those not cached.
   *
   * @throws MissingPageException if one does not exist
   */
  public List<Bytes> keys(List<Long> ids) {
    Map<Long, Bytes> found = new HashMap<>();
    List<Long> missing = new ArrayList<>();
    for (Long id : ids) {
      Bytes known = (Bytes) cache.get(scope, KEYS_TYPE, id);
      if (known != null) {
        found.put(id, known);
      } else {
        missing.add(id);
      }
    }
    if (!missing.isEmpty()) {
      Map<Long, Bytes> loaded = objects.loadRaw(KEYS_TYPE, missing);
      for (Long id : missing) {
        Bytes keys = loaded.get(id);
        if (keys == null) {
          throw new MissingPageException("run of keys", id);
        }
        cache.put(scope, KEYS_TYPE, id, keys);
        found.put(id, keys);
      }
    }
    return ids.stream().map(found::get).toList();
  }

  /** Adds the rows of a run, to be stored before its head, to {@code rows}. */
  public void writeKeys(long id, Bytes keys, List<ObjectRow> rows) {
    rows.addAll(objects.toRawRows(new ObjectRef(KEYS_TYPE, id), keys));
    cache.put(scope, KEYS_TYPE, id, keys);
  }

  /**
   * Opens a new head and adds the rows to store for it to {@code rows}.
   *
   * @param indexes the indexes whose roots {@code head} has
   */
  public OpenHead write(
      long id,
      Head head,
      EarlierHeads earlier,
      IndexSet indexes,
      Collection<IndexPage> newPages,
      List<ObjectRow> rows) {
    return write(id, head, OptionalLong.empty(), earlier, indexes, newPages, rows);
  }

  /**
   * Opens a new head that records the newest ID it needs.
   *
   * @param reached the newest ID that it needs besides {@code newPages} and {@code rows}; empty if
   *     not known
   */
  public OpenHead write(
      long id,
      Head plain,
      OptionalLong reached,
      EarlierHeads earlier,
      IndexSet indexes,
      Collection<IndexPage> newPages,
      List<ObjectRow> rows) {
    for (IndexPage page : newPages) {
      rows.addAll(objects.toRawRows(new ObjectRef(PAGE_TYPE, page.id()), page.bytes()));
    }
    Head head =
        reached.isPresent()
            ? plain.withNewest(newest(rows, Math.max(id, reached.getAsLong())))
            : plain;
    ObjectRef ref = new ObjectRef(Head.TYPE.name(), id);
    Bytes stored = objects.encode(head);
    List<ObjectRow> own = objects.toRows(ref, stored);
    rows.addAll(own);
    return new OpenHead(id, head, earlier, indexes, stored.length(), newest(own, id));
  }

  private static long newest(List<ObjectRow> rows, long atLeast) {
    return rows.stream().mapToLong(row -> row.key().id().toLong()).reduce(atLeast, Math::max);
  }
}
