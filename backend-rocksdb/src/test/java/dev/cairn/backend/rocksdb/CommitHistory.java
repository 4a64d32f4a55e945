package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What {@link CommitLoad} said it tried and was told, over all its lives on one store. */
final class CommitHistory {
  private static final int PAGE = 500;

  /** The IDs of acknowledged commits by their names. */
  private final Map<String, String> acknowledged = new HashMap<>();

  /** The names of commits that may be there, acknowledged or not. */
  private final Set<String> possible = new HashSet<>();

  /** Acknowledged in the life that ended last. */
  private final List<String> latest = new ArrayList<>();

  int commits() {
    return acknowledged.size();
  }

  /** Takes in one line that the program wrote. */
  void add(String line) {
    String[] words = line.split(" ", 3);
    switch (words[0]) {
      case "at" -> {}
      case "try" -> tried(words[1]);
      case "done" -> done(words[1], words[2]);
      default -> fail("the program said: " + line);
    }
  }

  void tried(String name) {
    assertTrue(possible.add(name), () -> "tried twice: " + name);
  }

  void done(String name, String id) {
    acknowledged.put(name, id);
    latest.add(name);
  }

  /**
   * Checks that state and log have all that was acknowledged, each commit once and whole, and
   * nothing that was not tried.
   */
  void check(Store store) {
    Map<String, String> logged = new HashMap<>();
    for (String reference : CrashCommit.REFERENCES) {
      if (store.findReference(reference).isPresent()) {
        List<LogEntry> entries = entries(store, reference);
        for (LogEntry entry : entries) {
          String twice = logged.put(entry.message(), entry.id().toString());
          assertEquals(null, twice, () -> "in the log twice: " + entry);
        }
        checkState(store.current(reference), entries);
      }
    }
    logged.keySet().forEach(name -> assertTrue(possible.contains(name), "not tried: " + name));
    acknowledged.forEach((name, id) -> assertEquals(id, logged.get(name), name));
    for (String name : latest) {
      CommitId id = CommitId.parse(String.valueOf(acknowledged.get(name)));
      assertEquals(CommitStatus.APPLIED, store.commitStatus(id), name);
    }
    latest.clear();
    // What is not there now never will be; what is there was acknowledged by its being seen.
    possible.retainAll(logged.keySet());
    acknowledged.putAll(logged);
  }

  private static List<LogEntry> entries(Store store, String reference) {
    LogPage page = store.log(reference, PAGE);
    List<LogEntry> entries = new ArrayList<>(page.entries());
    while (page.next().isPresent()) {
      page = store.log(page.next().get(), PAGE);
      entries.addAll(page.entries());
    }
    return entries;
  }

  private static void checkState(Snapshot state, List<LogEntry> entries) {
    SortedMap<Bytes, CrashCommit.Item> items = new TreeMap<>();
    SortedMap<Bytes, Long> balances = new TreeMap<>();
    for (LogEntry entry : entries) {
      CrashCommit commit = new CrashCommit(entry.message());
      assertEquals(state.reference(), commit.reference(), () -> "the reference of " + entry);
      items.put(commit.key(), commit.item());
      balances.merge(commit.from(), -commit.amount(), Long::sum);
      balances.merge(commit.to(), commit.amount(), Long::sum);
    }
    assertEquals(items, items(state), "what the items are, by the log");
    SortedMap<Bytes, Long> found = balances(state);
    assertEquals(balances, found, "the balances, by the log");
    assertEquals(0, found.values().stream().mapToLong(Long::longValue).sum(), "the sum");
  }

  private static SortedMap<Bytes, CrashCommit.Item> items(Snapshot state) {
    SortedMap<Bytes, ObjectRef> refs = new TreeMap<>();
    state
        .index(CrashCommit.ITEMS)
        .list(IndexRange.all())
        .forEachRemaining(entry -> refs.put(entry.key(), entry.value()));
    List<Optional<CrashCommit.Item>> objects =
        state.findAll(CrashCommit.Item.class, List.copyOf(refs.values()));
    SortedMap<Bytes, CrashCommit.Item> items = new TreeMap<>();
    int next = 0;
    for (Bytes key : refs.keySet()) {
      items.put(
          key, objects.get(next++).orElseThrow(() -> new AssertionError("no object at " + key)));
    }
    return items;
  }

  private static SortedMap<Bytes, Long> balances(Snapshot state) {
    SortedMap<Bytes, Long> balances = new TreeMap<>();
    state
        .index(CrashCommit.ACCOUNTS, ValueSerializer.bytes())
        .list(IndexRange.all())
        .forEachRemaining(entry -> balances.put(entry.key(), CrashCommit.balance(entry.value())));
    return balances;
  }
}
