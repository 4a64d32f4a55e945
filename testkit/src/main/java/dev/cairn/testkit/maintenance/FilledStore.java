package dev.cairn.testkit.maintenance;

import static java.util.stream.Collectors.joining;

import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.Cairn;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.EngineRuntime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A store with a bit of everything: enough keys for an index of two levels, with changes in all of
 * them; objects that lead to others, and one in chunks; earlier states; a deleted reference.
 */
final class FilledStore implements AutoCloseable {
  static final Scope SCOPE = new Scope("tenant", "catalog");
  static final String MAIN = "main";
  static final String DELETED = "deleted";
  static final String NODES = "nodes";

  /** Leads to the same objects as the first keys of {@link #NODES}. */
  static final String ALIASES = "aliases";

  static final Bytes LARGE = Key.of("large");
  static final Bytes SHARING = Key.of("sharing");
  static final Bytes SHARING_TOO = Key.of("sharing too");
  static final int KEYS = 1500;

  /** Its first node is still in a page, its second one only in an earlier state. */
  static final Bytes CHANGED = key(KEYS / 2);

  private static final int COMMITS = 15;

  private final Backend backend;
  private final Cairn cairn;
  private final Store store;

  FilledStore(Backend backend, EngineRuntime runtime) {
    this.backend = backend;
    this.cairn = open(backend, runtime);
    this.store = cairn.store(SCOPE);
    store.createReference(MAIN);
    for (int i = 0; i < COMMITS; i++) {
      int number = i;
      store.commit(MAIN, workspace -> addKeys(workspace, number));
    }
    store.commit(MAIN, FilledStore::addSpecial);
    store.createReference(DELETED);
    store.commit(DELETED, workspace -> put(workspace, NODES, key(0), Node.of("deleted")));
    store.deleteReference(DELETED);
    // The second takes the place of the first before any page has it.
    store.commit(MAIN, workspace -> put(workspace, NODES, CHANGED, Node.of("once")));
    store.commit(MAIN, workspace -> put(workspace, NODES, CHANGED, Node.of("twice")));
  }

  /** A connection with a cache of its own, which leaves the backend open. */
  static Cairn open(Backend backend, EngineRuntime runtime) {
    Configuration configuration =
        Configuration.builder().set("cairn.cache.size", "1m").build(CairnSettings.ALL);
    return Cairn.open(new Unclosed(backend), configuration, Node.TYPES, runtime);
  }

  private static final class Unclosed extends ForwardingBackend {
    Unclosed(Backend delegate) {
      super(delegate);
    }

    // These processes have a clock of their own, which stands far from any database's.
    @Override
    public Optional<DatabaseTime> time() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  private static int addKeys(Workspace workspace, int commit) {
    // Far apart, so that every commit changes the whole range.
    for (int i = commit; i < KEYS; i += COMMITS) {
      ObjectRef ref = put(workspace, NODES, key(i), Node.of("node " + i));
      if (i < 100) {
        workspace.index(ALIASES).put(key(i), ref);
      }
    }
    workspace.message("keys " + commit);
    return commit;
  }

  /** Two objects that lead to a third by way of a fourth, and one that needs chunks. */
  private static boolean addSpecial(Workspace workspace) {
    ObjectRef deep = workspace.put(Node.of("deep"));
    ObjectRef between = workspace.put(Node.of("between", deep));
    put(workspace, NODES, SHARING, Node.of("first", between));
    put(workspace, NODES, SHARING_TOO, Node.of("second", between));
    byte[] content = new byte[900_000];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31 + i / 255);
    }
    put(workspace, NODES, LARGE, new Node("large", Bytes.wrap(content), List.of()));
    return true;
  }

  private static ObjectRef put(Workspace workspace, String index, Bytes key, Node node) {
    ObjectRef ref = workspace.put(node);
    workspace.index(index).put(key, ref);
    return ref;
  }

  static Bytes key(int number) {
    // Nothing in it can be left out because others have it too.
    String random = new Random(number).ints(12).mapToObj(Integer::toHexString).collect(joining());
    return Key.of("%05d".formatted(number), random);
  }

  Backend backend() {
    return backend;
  }

  Cairn cairn() {
    return cairn;
  }

  Store store() {
    return store;
  }

  Snapshot current() {
    return store.current(MAIN);
  }

  /** What {@code key} refers to now. */
  ObjectRef ref(Bytes key) {
    return current().index(NODES).get(key).orElseThrow();
  }

  /** The node that is called {@code text}. */
  ObjectKey find(String text) {
    for (ObjectRow row : rows(Node.TYPE_NAME)) {
      if (row.value().toHex().contains(Bytes.ofUtf8(text).toHex())
          && store
              .findAll(Node.class, List.of(new ObjectRef(Node.TYPE_NAME, row.key().id().toLong())))
              .get(0)
              .filter(node -> node.text().equals(text))
              .isPresent()) {
        return row.key();
      }
    }
    throw new AssertionError("no node " + text);
  }

  /** All rows of a type, oldest first. */
  List<ObjectRow> rows(String type) {
    List<ObjectRow> rows = new ArrayList<>();
    backend.scanObjects(
        Optional.of(SCOPE),
        Optional.of(type),
        ScanBound.NONE,
        Optional.empty(),
        row -> rows.add(row));
    rows.sort(Comparator.comparing(row -> row.key().id()));
    return rows;
  }

  void remove(ObjectKey key) {
    backend.delete(List.of(key));
  }

  /** Puts other bytes in the place of those of a row. */
  void change(ObjectKey key, UnaryOperator<Bytes> change) {
    ObjectRow row = backend.fetch(List.of(key), ReadMode.STRONG).get(0).orElseThrow();
    remove(key);
    backend.write(
        List.of(ObjectRow.immutable(key, change.apply(row.value()), row.createdAtMicros())));
  }

  void flipByte(ObjectKey key, int at) {
    change(
        key,
        value -> {
          byte[] bytes = value.toByteArray();
          bytes[at % bytes.length] ^= 0x10;
          return Bytes.wrap(bytes);
        });
  }

  /** The keys whose nodes, and what these need, a process that remembers nothing cannot read. */
  SortedSet<Bytes> unreadable(EngineRuntime runtime) {
    SortedSet<Bytes> unreadable = new TreeSet<>();
    List<Bytes> keys = new ArrayList<>(List.of(LARGE, SHARING, SHARING_TOO));
    for (int i = 0; i < KEYS; i++) {
      keys.add(key(i));
    }
    try (Cairn fresh = open(backend, runtime)) {
      Store reader = fresh.store(SCOPE);
      for (Bytes key : keys) {
        if (!isReadable(reader, key)) {
          unreadable.add(key);
        }
      }
    }
    return unreadable;
  }

  private static boolean isReadable(Store reader, Bytes key) {
    try {
      Snapshot state = reader.current(MAIN);
      read(state, state.index(NODES).get(key).orElseThrow());
      return true;
    } catch (CairnException | NoSuchElementException e) {
      return false;
    }
  }

  private static void read(Snapshot state, ObjectRef ref) {
    for (Long link : state.get(Node.class, ref).links()) {
      read(state, new ObjectRef(Node.TYPE_NAME, link));
    }
  }

  @Override
  public void close() {
    cairn.close();
  }
}
