package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.CallCounts;
import dev.cairn.testkit.fault.CountingBackend;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Listings by page: of a range in either direction, of one level, of one state. */
public interface PagingContract extends ContractPart {
  /** A process whose indexes have so small pages that few keys make a high tree. */
  private static Store smallPages(World world) {
    IndexLimits sizes = new IndexLimits(256, 512, 64, 4);
    return world.store(world.backend(), world.threads(), World.LIMITS.with(sizes));
  }

  /** Process A asks for page after page; process B commits before each of them. */
  @Test
  default void allPagesShowTheStateOfTheFirstWhateverIsCommittedBetweenThem() {
    try (World world = new World(this)) {
      Tree tree = new Tree(smallPages(world), seed().random("keys"));
      Random random = seed().random("ranges");
      for (int round = 0; round < 4; round++) {
        Store reader = world.store();
        IndexRange range = tree.range(random);
        int limit = 1 + random.nextInt(60);
        List<IndexEntry<Bytes>> expected = tree.entries(range);
        List<IndexEntry<Bytes>> listed = new ArrayList<>();
        Optional<PageRequest> request = Optional.of(PageRequest.first(limit));
        while (request.isPresent()) {
          Listing<IndexEntry<Bytes>> page =
              reader.page(World.MAIN, Tree.INDEX, Tree.VALUES, range, request.get());
          assertTrue(
              page.items().size() == limit || page.next().isEmpty(), "only the last one is short");
          listed.addAll(page.items());
          request = page.next().map(token -> PageRequest.after(token, limit));
          tree.change(random, 5);
        }
        assertEquals(expected, listed, () -> "pages of " + limit);
      }
    }
  }

  /** The same for the levels of a hierarchy. */
  @Test
  default void allPagesOfALevelShowTheStateOfTheFirst() {
    try (World world = new World(this)) {
      Tree tree = new Tree(smallPages(world), seed().random("keys"));
      Random random = seed().random("ranges");
      for (int round = 0; round < 8; round++) {
        Store reader = world.store();
        IndexRange range = tree.range(random);
        int level = 1 + random.nextInt(4);
        int limit = 1 + random.nextInt(7);
        List<IndexEntry<Optional<Bytes>>> expected = tree.level(range, level);
        List<IndexEntry<Optional<Bytes>>> listed = new ArrayList<>();
        Optional<PageRequest> request = Optional.of(PageRequest.first(limit));
        while (request.isPresent()) {
          Listing<IndexEntry<Optional<Bytes>>> page =
              reader.pageOfLevel(World.MAIN, Tree.INDEX, Tree.VALUES, range, level, request.get());
          assertTrue(
              page.items().size() == limit || page.next().isEmpty(), "only the last one is short");
          listed.addAll(page.items());
          request = page.next().map(token -> PageRequest.after(token, limit));
          tree.change(random, 5);
        }
        assertEquals(expected, listed, () -> "level " + level + " in pages of " + limit);
      }
    }
  }

  @Test
  default void aSnapshotGivesThePagesOfItsOwnStateOnly() {
    try (World world = new World(this)) {
      Tree tree = new Tree(smallPages(world), seed().random("keys"));
      IndexRange all = IndexRange.all();
      Snapshot before = tree.store.current(World.MAIN);
      String token =
          before.page(Tree.INDEX, Tree.VALUES, all, PageRequest.first(3)).next().orElseThrow();
      List<IndexEntry<Bytes>> rest = tree.entries(all).subList(3, 10);
      tree.change(seed().random("changes"), 50);
      Snapshot after = tree.store.current(World.MAIN);
      PageRequest second = PageRequest.after(token, 7);
      assertEquals(rest, before.page(Tree.INDEX, Tree.VALUES, all, second).items());
      Snapshot ofToken = world.store().stateFor(World.MAIN, second);
      assertEquals(before.head(), ofToken.head());
      assertEquals(rest, ofToken.page(Tree.INDEX, Tree.VALUES, all, second).items());
      assertThrows(
          InvalidPageTokenException.class, () -> after.page(Tree.INDEX, Tree.VALUES, all, second));
    }
  }

  @Test
  default void aTokenOfAnotherListingCutOrChangedIsRefused() {
    try (World world = new World(this);
        World elsewhere = new World(this)) {
      Tree tree = new Tree(smallPages(world), seed().random("keys"));
      Tree stranger = new Tree(elsewhere.store(), seed().random("keys"));
      tree.store.createReference("other");
      IndexRange all = IndexRange.all();
      Function<PageRequest, Executable> whole =
          page -> () -> tree.store.page(World.MAIN, Tree.INDEX, Tree.VALUES, all, page);
      String token =
          tree.store
              .page(World.MAIN, Tree.INDEX, Tree.VALUES, all, PageRequest.first(2))
              .next()
              .orElseThrow();
      PageRequest next = PageRequest.after(token, 2);
      IndexRange part = IndexRange.prefix(Key.of("a"));
      for (Executable refused :
          List.<Executable>of(
              () -> stranger.store.page(World.MAIN, Tree.INDEX, Tree.VALUES, all, next),
              () -> tree.store.page("other", Tree.INDEX, Tree.VALUES, all, next),
              () -> tree.store.page(World.MAIN, "other", Tree.VALUES, all, next),
              () -> tree.store.page(World.MAIN, Tree.INDEX, Tree.VALUES, part, next),
              () -> tree.store.page(World.MAIN, Tree.INDEX, Tree.VALUES, all.descending(), next),
              () -> tree.store.pageOfLevel(World.MAIN, Tree.INDEX, Tree.VALUES, all, 1, next),
              () -> tree.store.current("other").page(Tree.INDEX, Tree.VALUES, all, next),
              whole.apply(PageRequest.after(token.substring(1), 2)),
              whole.apply(PageRequest.after(token.substring(0, token.length() - 1), 2)),
              whole.apply(PageRequest.after(token + "A", 2)),
              whole.apply(PageRequest.after("", 2)))) {
        assertThrows(InvalidPageTokenException.class, refused);
      }
      assertEquals(
          tree.entries(all).subList(2, 4),
          tree.store.page(World.MAIN, Tree.INDEX, Tree.VALUES, all, next).items());
    }
  }

  @Test
  default void aTokenWhoseStateIsGoneHasExpired() {
    try (World world = new World(this)) {
      Tree tree = new Tree(smallPages(world), seed().random("keys"));
      Snapshot first = tree.store.current(World.MAIN);
      IndexRange all = IndexRange.all();
      String token =
          first.page(Tree.INDEX, Tree.VALUES, all, PageRequest.first(2)).next().orElseThrow();
      PageRequest next = PageRequest.after(token, 2);
      tree.change(seed().random("changes"), 3);
      backend()
          .delete(
              List.of(
                  new ObjectRef("cairn.head", first.head().orElseThrow().id()).in(world.scope())));
      Store reader = world.store();
      assertThrows(
          PageTokenExpiredException.class,
          () -> reader.page(World.MAIN, Tree.INDEX, Tree.VALUES, all, next));
      tree.store.deleteReference(World.MAIN);
      assertThrows(
          ReferenceNotFoundException.class,
          () -> reader.page(World.MAIN, Tree.INDEX, Tree.VALUES, all, next));
      tree.store.createReference(World.MAIN);
      assertThrows(
          PageTokenExpiredException.class,
          () -> reader.page(World.MAIN, Tree.INDEX, Tree.VALUES, all, next));
    }
  }

  @Test
  default void aReferenceWithoutAHeadHasOneEmptyPage() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      Listing<?> nothing = new Listing<>(List.of(), Optional.empty());
      PageRequest page = PageRequest.first(10);
      assertEquals(nothing, store.page(World.MAIN, "tables", IndexRange.all(), page));
      assertEquals(
          nothing, store.current(World.MAIN).pageOfLevel("tables", IndexRange.all(), 1, page));
      assertThrows(
          IllegalArgumentException.class,
          () -> store.current(World.MAIN).pageOfLevel("tables", IndexRange.all(), 0, page));
    }
  }

  /**
   * A process that has cached nothing reads the reference, the head, one page of the index for each
   * level, and no leaf but those with the keys it shows.
   */
  @Test
  default void aPageCostsWhatItShows() {
    try (World world = new World(this)) {
      Store writer = world.store();
      writer.createReference(World.MAIN);
      for (int part = 0; part < 10; part++) {
        int from = part * 1000;
        writer.commit(
            World.MAIN,
            workspace -> {
              var index = workspace.index("many", ValueSerializer.bytes());
              for (int i = from; i < from + 1000; i++) {
                Bytes key = Key.of("namespace %02d".formatted(i / 2000), "table %05d".formatted(i));
                index.put(key, Bytes.ofUtf8("location of " + "x".repeat(80) + i));
              }
              return 0;
            });
      }
      for (IndexRange range : List.of(IndexRange.all(), IndexRange.all().descending())) {
        Optional<PageRequest> request = Optional.of(PageRequest.first(100));
        int listed = 0;
        while (request.isPresent() && listed < 1000) {
          CountingBackend counting = new CountingBackend(backend());
          Listing<IndexEntry<Bytes>> page =
              world
                  .store(counting)
                  .page(World.MAIN, "many", ValueSerializer.bytes(), range, request.get());
          listed += page.items().size();
          CallCounts cost = counting.counts();
          assertEquals(1, cost.of(Operation.READ_REFERENCE).calls());
          assertTrue(cost.of(Operation.FETCH).rows() <= 7, cost::toString);
          assertEquals(1 + cost.of(Operation.FETCH).calls(), cost.calls(), cost::toString);
          request = page.next().map(token -> PageRequest.after(token, 100));
        }
        assertEquals(1000, listed);
        CountingBackend counting = new CountingBackend(backend());
        Listing<IndexEntry<Optional<Bytes>>> level =
            world
                .store(counting)
                .pageOfLevel(
                    World.MAIN, "many", ValueSerializer.bytes(), range, 1, PageRequest.first(3));
        assertEquals(3, level.items().size());
        CallCounts cost = counting.counts();
        // A way down for each namespace; their tables fill 30 pages.
        assertTrue(cost.of(Operation.FETCH).rows() <= 4 * 5, cost::toString);
      }
    }
  }

  /** Keys of one to four elements, and what they have. */
  final class Tree {
    static final String INDEX = "tree";
    static final ValueSerializer<Bytes> VALUES = ValueSerializer.bytes();

    final Store store;
    private final NavigableMap<Bytes, Bytes> entries = new TreeMap<>();

    Tree(Store store, Random random) {
      this.store = store;
      store.createReference(World.MAIN);
      change(random, 200);
    }

    private static Bytes key(Random random) {
      List<Bytes> elements = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        elements.add(Bytes.ofUtf8("abcde".substring(random.nextInt(5))));
      }
      return Key.of(elements);
    }

    /** Puts and removes keys by one commit. */
    void change(Random random, int edits) {
      Map<Bytes, Bytes> put = new TreeMap<>();
      List<Bytes> removed = new ArrayList<>();
      for (int i = 0; i < edits; i++) {
        put.put(key(random), Bytes.ofUtf8("value " + random.nextInt()));
      }
      for (int i = 0; i < edits / 5; i++) {
        removed.add(key(random));
      }
      store.commit(
          World.MAIN,
          workspace -> {
            var index = workspace.index(INDEX, VALUES);
            put.forEach(index::put);
            removed.forEach(index::remove);
            return 0;
          });
      entries.putAll(put);
      removed.forEach(entries::remove);
    }

    IndexRange range(Random random) {
      IndexRange range = IndexRange.all();
      if (random.nextBoolean()) {
        range = range.withPrefix(Key.firstElements(key(random), 1));
      }
      if (random.nextInt(3) == 0) {
        range = random.nextBoolean() ? range.after(key(random)) : range.to(key(random));
      }
      return random.nextBoolean() ? range.descending() : range;
    }

    List<IndexEntry<Bytes>> entries(IndexRange range) {
      List<IndexEntry<Bytes>> listed = new ArrayList<>();
      (range.isDescending() ? entries.descendingMap() : entries)
          .forEach(
              (key, value) -> {
                if (range.contains(key)) {
                  listed.add(new IndexEntry<>(key, value));
                }
              });
      return listed;
    }

    List<IndexEntry<Optional<Bytes>>> level(IndexRange range, int level) {
      Map<Bytes, Optional<Bytes>> groups = new TreeMap<>();
      for (IndexEntry<Bytes> entry : entries(range)) {
        Bytes group = Key.firstElements(entry.key(), level);
        if (group.equals(entry.key())) {
          groups.put(group, Optional.of(entry.value()));
        } else {
          groups.putIfAbsent(group, Optional.empty());
        }
      }
      List<IndexEntry<Optional<Bytes>>> listed = new ArrayList<>();
      groups.forEach((key, value) -> listed.add(new IndexEntry<>(key, value)));
      if (range.isDescending()) {
        Collections.reverse(listed);
      }
      return listed;
    }
  }
}
