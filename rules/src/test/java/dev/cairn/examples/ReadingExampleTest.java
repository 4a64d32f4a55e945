package dev.cairn.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.examples.ReadmeExampleTest.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples of {@code docs/reading.md}: they compile and run, and the page shows these. */
class ReadingExampleTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private final Cairn cairn =
      Cairn.open(Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings()));
  private final Store store = cairn.store(new Scope("acme", "sales"));

  @AfterEach
  void close() {
    cairn.close();
  }

  static Listing<IndexEntry<ObjectRef>> tables(Store store, String namespace, PageRequest page) {
    return store.page("main", "tables", IndexRange.prefix(Key.of(namespace)), page);
  }

  static List<Table> tableValues(Store store, String namespace, PageRequest page) {
    Snapshot state = store.stateFor("main", page);
    Listing<IndexEntry<ObjectRef>> entries =
        state.page("tables", IndexRange.prefix(Key.of(namespace)), page);
    List<ObjectRef> refs = entries.items().stream().map(IndexEntry::value).toList();
    return state.findAll(Table.class, refs).stream().map(Optional::orElseThrow).toList();
  }

  static Listing<IndexEntry<Optional<ObjectRef>>> children(
      Store store, String parent, PageRequest page) {
    IndexRange below = IndexRange.prefix(Key.of(parent)).after(Key.of(parent));
    return store.pageOfLevel("main", "tables", ValueSerializer.references(), below, 2, page);
  }

  static SortedMap<Bytes, Table> tables(Store store, Collection<Bytes> names) {
    return store.current("main").findAll(Table.class, "tables", names);
  }

  static CommitId follow(Store store, CommitId last, Consumer<LogEntry> action) {
    CommitId processed = last;
    List<LogEntry> entries = store.logAfter(processed, 100);
    while (!entries.isEmpty()) {
      entries.forEach(action);
      processed = entries.get(entries.size() - 1).id();
      entries = store.logAfter(processed, 100);
    }
    return processed;
  }

  private void create(String... name) {
    store.commit(
        "main",
        workspace -> {
          ObjectRef ref = workspace.put(new Table("s3://" + String.join("/", name), List.of("id")));
          workspace.index("tables").put(Key.of(name), ref);
          workspace.message("create " + String.join(".", name));
          return ref;
        });
  }

  @Test
  void tablesAreListedByPage() {
    store.createReference("main");
    for (int i = 0; i < 5; i++) {
      create("sales", "table" + i);
    }
    List<IndexEntry<ObjectRef>> listed = new ArrayList<>();
    Optional<PageRequest> request = Optional.of(PageRequest.first(2));
    List<Table> values = new ArrayList<>();
    while (request.isPresent()) {
      Listing<IndexEntry<ObjectRef>> page = tables(store, "sales", request.get());
      values.addAll(tableValues(store, "sales", request.get()));
      listed.addAll(page.items());
      request = page.next().map(token -> PageRequest.after(token, 2));
      create("sales", "later" + listed.size());
    }
    assertEquals(5, listed.size());
    assertEquals("s3://sales/table3", values.get(3).location());
  }

  @Test
  void childrenAreListedWithoutTheirDescendants() {
    store.createReference("main");
    create("sales");
    create("sales", "eu");
    create("sales", "eu", "orders");
    create("sales", "us", "orders");
    create("sales", "us", "returns");
    List<IndexEntry<Optional<ObjectRef>>> children =
        children(store, "sales", PageRequest.first(10)).items();
    assertEquals(
        List.of(Key.of("sales", "eu"), Key.of("sales", "us")),
        children.stream().map(IndexEntry::key).toList());
    assertEquals(
        List.of(true, false), children.stream().map(each -> each.value().isPresent()).toList());
  }

  @Test
  void objectsAreReadByTheirKeys() {
    store.createReference("main");
    create("a");
    create("b");
    SortedMap<Bytes, Table> found = tables(store, List.of(Key.of("b"), Key.of("none")));
    assertEquals(List.of(Key.of("b")), List.copyOf(found.keySet()));
    assertEquals("s3://b", found.get(Key.of("b")).location());
  }

  @Test
  void aFollowerSeesEveryCommitOnceAndInOrder() {
    store.createReference("main");
    create("a");
    LogEntry start = store.log("main", 1).entries().get(0);
    assertEquals(1, store.at("main", start.id().head()).index("tables").count(IndexRange.all()));
    List<String> seen = new ArrayList<>();
    CommitId last = start.id();
    for (String name : List.of("b", "c", "d")) {
      create(name);
      create(name, "x");
      last = follow(store, CommitId.parse(last.toString()), entry -> seen.add(entry.message()));
    }
    assertEquals(
        List.of("create b", "create b.x", "create c", "create c.x", "create d", "create d.x"),
        seen);
  }

  @Test
  void thePageShowsTheExamples() throws IOException {
    String source =
        unindented(
            Files.readString(Path.of("src/test/java/dev/cairn/examples/ReadingExampleTest.java")));
    Matcher blocks = BLOCK.matcher(Files.readString(Path.of("../docs/reading.md")));
    int found = 0;
    while (blocks.find()) {
      String block = unindented(blocks.group(1));
      assertTrue(source.contains(block), () -> "not in this test:\n" + block);
      found++;
    }
    assertTrue(found >= 3, "only " + found + " examples");
  }

  private static String unindented(String text) {
    return text.replaceAll("(?m)^ +", "");
  }
}
