package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.Cairn;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.EngineRuntime;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * A commit of {@link CommitLoad}: puts an object under its name, and moves an amount from one
 * account to another. All of it follows from the name, so that the one who checks knows it.
 */
record CrashCommit(String name) {
  static final List<String> REFERENCES = List.of("left", "right");

  /** Has the object of each commit under its name. */
  static final String ITEMS = "items";

  /** Has balances, whose sum is always 0. An account that is not there has 0. */
  static final String ACCOUNTS = "accounts";

  private static final int ACCOUNT_COUNT = 50;
  private static final int MOST_BYTES = 4_000;
  private static final ObjectTypes TYPES = ObjectTypes.of(List.of(new ItemType()));

  /** What is stored. */
  record Item(String name, Bytes content) {}

  private record ItemType() implements ObjectType<Item> {
    @Override
    public String name() {
      return "item";
    }

    @Override
    public Class<Item> valueClass() {
      return Item.class;
    }
  }

  /** Opens the engine on {@code backend}, which it closes in the end. */
  static Cairn open(Backend backend) {
    return open(backend, EngineRuntime.system());
  }

  /** The same, which ends {@code runtime} too. */
  static Cairn open(Backend backend, EngineRuntime runtime) {
    try {
      return Cairn.open(backend, Configuration.builder().build(CairnSettings.ALL), TYPES, runtime);
    } catch (RuntimeException e) {
      runtime.onClose().run();
      backend.close();
      throw e;
    }
  }

  String reference() {
    return REFERENCES.get(random().nextInt(REFERENCES.size()));
  }

  Bytes key() {
    return Key.of(name);
  }

  Item item() {
    Random random = random();
    return new Item(name, Rows.noise(random.nextLong(), random.nextInt(MOST_BYTES)));
  }

  Bytes from() {
    return account(hash() % ACCOUNT_COUNT);
  }

  /** Never the same as {@link #from}. */
  Bytes to() {
    return account((hash() + 1 + hash() / ACCOUNT_COUNT % (ACCOUNT_COUNT - 1)) % ACCOUNT_COUNT);
  }

  long amount() {
    return 1L + hash() % 1_000;
  }

  private static Bytes account(int number) {
    return Key.of("account", Integer.toString(number));
  }

  private int hash() {
    return random().nextInt(1 << 30);
  }

  private Random random() {
    // Names that follow each other have hashes that do, of which Random would make the same.
    return new Random(name.hashCode() * 0x9E3779B97F4A7C15L);
  }

  /** Commits it; answers its ID. */
  String commitTo(Store store) {
    return store.commit(reference(), this::apply).id().orElseThrow().toString();
  }

  private ObjectRef apply(Workspace workspace) {
    ObjectRef ref = workspace.put(item());
    workspace.index(ITEMS).put(key(), ref);
    WorkingIndex<Bytes> accounts = workspace.index(ACCOUNTS, ValueSerializer.bytes());
    add(accounts, from(), -amount());
    add(accounts, to(), amount());
    workspace.message(name);
    return ref;
  }

  private static void add(WorkingIndex<Bytes> accounts, Bytes account, long amount) {
    long balance = accounts.get(account).map(CrashCommit::balance).orElse(0L) + amount;
    accounts.put(account, Bytes.ofUtf8(Long.toString(balance)));
  }

  static Long balance(Bytes stored) {
    return Long.valueOf(new String(stored.toByteArray(), StandardCharsets.UTF_8));
  }
}
