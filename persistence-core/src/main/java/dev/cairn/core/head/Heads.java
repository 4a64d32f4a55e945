package dev.cairn.core.head;

import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.index.IndexLimits;
import dev.cairn.core.index.IndexPage;
import dev.cairn.core.index.IndexSet;
import dev.cairn.core.index.MissingPageException;
import dev.cairn.core.index.Pages;
import dev.cairn.core.objects.ImmutableObjects;
import dev.cairn.core.objects.Loaded;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;

/** The heads of a scope, the pages of their indexes, and runs of the keys that were applied. */
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

  /** Reads from {@code objects}, which knows {@link Head#TYPE}, what {@code cache} has not. */
  public Heads(ImmutableObjects objects, Scope scope, ObjectCache cache, IndexLimits limits) {
    this.objects = objects;
    this.scope = scope;
    this.cache = cache;
    this.limits = limits;
    this.pages = new Pages(ids -> objects.loadRaw(PAGE_TYPE, ids), cache.pages(scope));
  }

  /** No index at all: the state of a reference without a head. */
  public IndexSet noIndexes() {
    return IndexSet.open(new TreeMap<>(), pages, limits);
  }

  /**
   * The head with this ID.
   *
   * @throws ObjectNotFoundException if it is not there
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

  /** Those of these heads that are there, by one bulk read of those not remembered. */
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

  /** The same, but damaged ones are missing: of many that are read at once, all others count. */
  public Map<Long, OpenHead> findReadable(Collection<Long> ids) {
    try {
      return find(ids);
    } catch (DamagedDataException e) {
      Map<Long, OpenHead> found = new HashMap<>();
      if (ids.size() > 1) { // of one, it is that one
        ids.forEach(id -> found.putAll(findReadable(List.of(id))));
      }
      return found;
    }
  }

  /** The head with this ID if the database has it, whether it is remembered or not. */
  public Optional<OpenHead> findStored(long id) {
    return objects.loadAll(Head.class, List.of(id)).get(0).map(head -> open(id, head));
  }

  private OpenHead open(long id, Loaded<Head> loaded) {
    Head head = loaded.value();
    EarlierHeads earlier = EarlierHeads.ofBytes(head.earlier());
    IndexSet indexes = IndexSet.open(head.indexes(), pages, limits);
    OpenHead open = new OpenHead(id, head, earlier, indexes, loaded.bytes());
    cache.put(scope, Head.TYPE.name(), id, open);
    return open;
  }

  /** The pages, for readers who know what it means if one is missing. */
  public Pages pagesExplaining(LongFunction<? extends CairnException> whyMissing) {
    return pages.explaining(whyMissing);
  }

  /** Lets go of pages that the newest head of a reference does not need any more. */
  public void forget(Collection<Long> replacedPages) {
    pages.forget(replacedPages);
  }

  /**
   * The keys of runs, by one bulk read of those not remembered.
   *
   * @throws MissingPageException if one is not there
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

  /** A run that is to be stored, before its head: its rows are added to {@code rows}. */
  public void writeKeys(long id, Bytes keys, List<ObjectRow> rows) {
    rows.addAll(objects.toRawRows(new ObjectRef(KEYS_TYPE, id), keys));
    cache.put(scope, KEYS_TYPE, id, keys);
  }

  /**
   * A head that is to be stored: its rows are added to {@code rows}.
   *
   * @param indexes what {@code head} has as its roots
   */
  public OpenHead write(
      long id,
      Head head,
      EarlierHeads earlier,
      IndexSet indexes,
      Collection<IndexPage> newPages,
      List<ObjectRow> rows) {
    for (IndexPage page : newPages) {
      rows.addAll(objects.toRawRows(new ObjectRef(PAGE_TYPE, page.id()), page.bytes()));
    }
    ObjectRef ref = new ObjectRef(Head.TYPE.name(), id);
    Bytes stored = objects.encode(head);
    rows.addAll(objects.toRows(ref, stored));
    return new OpenHead(id, head, earlier, indexes, stored.length());
  }
}
