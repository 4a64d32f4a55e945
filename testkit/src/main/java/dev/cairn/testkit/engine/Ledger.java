package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.View;
import dev.cairn.api.store.WorkingIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Commits with names that write down what they found, so that the log tells what the state has to
 * be. Each counts itself, and appends its name to what its keys had before: as an object in one
 * index, and as bytes in another.
 */
final class Ledger {
  /** Leads to objects. */
  static final String ITEMS = "items";

  /** Has the same texts without objects. */
  static final String NOTES = "notes";

  private static final String NUMBER = "number";
  private static final Bytes COUNT = Key.of("count");
  private static final int PAGE = 40;

  private final Map<String, List<String>> keysOf = new ConcurrentHashMap<>();

  /** The commit {@code name}, which touches {@code keys}; gives its number in the log, from 1. */
  Change<Long> commit(String name, String... keys) {
    keysOf.put(name, List.of(keys));
    return workspace -> {
      WorkingIndex<ObjectRef> items = workspace.index(ITEMS);
      WorkingIndex<Bytes> notes = workspace.index(NOTES, ValueSerializer.bytes());
      for (String key : keys) {
        Bytes at = Key.of(key);
        String found = items.get(at).map(ref -> workspace.get(Item.class, ref).text()).orElse("");
        assertEquals(found, notes.get(at).map(Ledger::text).orElse(""), "half of a commit");
        String next = append(found, name);
        items.put(at, workspace.put(new Item(next)));
        notes.put(at, Bytes.ofUtf8(next));
      }
      long number = notes.get(COUNT).map(Ledger::number).orElse(0L) + 1;
      notes.put(COUNT, Bytes.ofUtf8(Long.toString(number)));
      workspace.message(name);
      workspace.attribute(NUMBER, Long.toString(number));
      return number;
    };
  }

  private static String append(String found, String name) {
    return found.isEmpty() ? name : found + " " + name;
  }

  private static String text(Bytes bytes) {
    return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
  }

  private static Long number(Bytes bytes) {
    return Long.valueOf(text(bytes));
  }

  /** The whole log, oldest first. */
  static List<LogEntry> entries(Store store) {
    List<LogEntry> entries = new ArrayList<>();
    LogPage page = store.log(World.MAIN, PAGE);
    entries.addAll(page.entries());
    while (page.next().isPresent()) {
      page = store.log(page.next().get(), PAGE);
      entries.addAll(page.entries());
    }
    Collections.reverse(entries);
    return entries;
  }

  /** The names of all commits in the log, oldest first. */
  static List<String> names(Store store) {
    return entries(store).stream().map(LogEntry::message).toList();
  }

  /**
   * Checks that the log has every commit at most once and without a gap, and that the state is what
   * comes of it; gives the names of the commits, oldest first.
   */
  List<String> check(Store store) {
    Snapshot state = store.current(World.MAIN);
    List<LogEntry> entries = entries(store);
    checkLog(entries);
    SortedMap<Bytes, String> expected = new TreeMap<>();
    List<String> names = entries.stream().map(LogEntry::message).toList();
    for (String name : names) {
      for (String key : keysOf.getOrDefault(name, List.of())) {
        expected.merge(Key.of(key), name, Ledger::append);
      }
    }
    assertEquals(expected, items(state), "what the items say, by the log");
    if (!entries.isEmpty()) {
      expected.put(COUNT, Integer.toString(entries.size()));
    }
    assertEquals(expected, notes(state), "what the notes say, by the log");
    return names;
  }

  private void checkLog(List<LogEntry> entries) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      LogEntry entry = entries.get(i);
      assertTrue(keysOf.containsKey(entry.message()), () -> "no caller made the commit " + entry);
      assertTrue(names.add(entry.message()), () -> "a commit is in the log twice: " + entry);
      assertEquals(Map.of(NUMBER, Integer.toString(i + 1)), entry.attributes(), "no gap");
      changedKeys(entry.message())
          .forEach(
              (index, keys) ->
                  assertEquals(keys, entry.changedKeys().get(index), "the keys in the log"));
      if (i > 0) {
        LogEntry before = entries.get(i - 1);
        assertTrue(before.id().head().version() <= entry.id().head().version(), "versions go up");
        assertTrue(!before.time().isAfter(entry.time()), "time does not go back in the log");
      }
    }
  }

  private Map<String, List<Bytes>> changedKeys(String name) {
    SortedSet<Bytes> keys = new TreeSet<>();
    keysOf.getOrDefault(name, List.of()).forEach(key -> keys.add(Key.of(key)));
    SortedSet<Bytes> noted = new TreeSet<>(keys);
    noted.add(COUNT);
    return Map.of(ITEMS, List.copyOf(keys), NOTES, List.copyOf(noted));
  }

  private static SortedMap<Bytes, String> items(View state) {
    SortedMap<Bytes, ObjectRef> refs = new TreeMap<>();
    state.index(ITEMS).list(IndexRange.all()).forEachRemaining(e -> refs.put(e.key(), e.value()));
    List<Optional<Item>> found = state.findAll(Item.class, List.copyOf(refs.values()));
    SortedMap<Bytes, String> items = new TreeMap<>();
    int next = 0;
    for (Bytes key : refs.keySet()) {
      items.put(key, found.get(next++).map(Item::text).orElse("missing"));
    }
    return items;
  }

  private static SortedMap<Bytes, String> notes(View state) {
    SortedMap<Bytes, String> notes = new TreeMap<>();
    IndexCursor<Bytes> cursor = state.index(NOTES, ValueSerializer.bytes()).list(IndexRange.all());
    while (cursor.next()) {
      notes.put(cursor.key(), text(cursor.value()));
    }
    return notes;
  }

  /** Checks that a commit that succeeded is in the log where its answer says. */
  static void checkAnswer(String name, Committed<Long> answer, Store store) {
    CommitId id = answer.id().orElseThrow();
    LogEntry entry = store.log(id, 1).entries().get(0);
    assertEquals(name, entry.message(), "the commit that the answer names");
    assertEquals(id, entry.id());
    assertEquals(Map.of(NUMBER, Long.toString(answer.value())), entry.attributes());
    assertEquals(CommitStatus.APPLIED, store.commitStatus(id), name);
  }

  /** Checks that the status of the commit {@code name} is what the log says. */
  static void checkStatus(String name, CommitId id, Store store) {
    Optional<LogEntry> logged =
        entries(store).stream().filter(entry -> entry.message().equals(name)).findAny();
    assertEquals(
        logged.isPresent() ? CommitStatus.APPLIED : CommitStatus.UNKNOWN,
        store.commitStatus(id),
        () -> "the status of " + name);
    logged.ifPresent(entry -> assertEquals(id, entry.id(), "the ID that was told for " + name));
  }
}
