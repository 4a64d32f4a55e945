package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.Cairn;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.EngineRuntime;
import java.util.List;

/**
 * Commits that count: each raises one counter that all share and leaves its name. If none is lost
 * and none applied twice, the counter is the number of names.
 */
final class Counting {
  static final String MAIN = "main";

  private static final Bytes COUNTER = Key.of("counter");

  private Counting() {}

  /** Opens the engine on {@code backend}, and closes the backend with it. */
  static Cairn engine(Backend backend) {
    EngineRuntime runtime = EngineRuntime.system();
    try {
      return Cairn.open(
          backend,
          Configuration.builder().build(CairnSettings.ALL),
          ObjectTypes.of(List.of()),
          runtime);
    } catch (RuntimeException e) {
      runtime.onClose().run();
      backend.close();
      throw e;
    }
  }

  static Scope scope(String tenant) {
    return new Scope(tenant, "counting");
  }

  /** Raises the counter, once. */
  static void commit(Store store, String name) {
    var unused = store.commit(MAIN, workspace -> raise(workspace, name));
  }

  /** The change of such a commit. */
  static boolean raise(Workspace workspace, String name) {
    WorkingIndex<Bytes> counters = workspace.index("counters", ValueSerializer.bytes());
    long count = counters.get(COUNTER).map(Counting::number).orElse(0L);
    counters.put(COUNTER, Bytes.ofUtf8(Long.toString(count + 1)));
    workspace.index("names", ValueSerializer.bytes()).put(Key.of(name), Bytes.ofUtf8("done"));
    return true;
  }

  static long counter(Snapshot state) {
    return state
        .index("counters", ValueSerializer.bytes())
        .get(COUNTER)
        .map(Counting::number)
        .orElse(0L);
  }

  static long names(Snapshot state) {
    return state.index("names", ValueSerializer.bytes()).count(IndexRange.all());
  }

  static boolean has(Snapshot state, String name) {
    return state.index("names", ValueSerializer.bytes()).get(Key.of(name)).isPresent();
  }

  private static Long number(Bytes stored) {
    return Long.valueOf(stored.toUtf8());
  }
}
