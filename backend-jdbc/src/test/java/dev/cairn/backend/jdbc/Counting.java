package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.Cairn;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.EngineRuntime;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Commits that count: each has a name, enters it, and adds one to a sum. */
final class Counting {
  static final String REFERENCE = "main";

  private static final String NAMES = "names";
  private static final String SUMS = "sums";
  private static final Bytes SUM = Key.of("sum");

  private Counting() {}

  /** Opens the engine on {@code backend}, which it closes in the end. */
  static Cairn open(Backend backend) {
    return open(backend, EngineRuntime.system());
  }

  /** The same without lease renewals and other periodic work, which would disturb counts. */
  static Cairn openUnscheduled(Backend backend) {
    EngineRuntime system = EngineRuntime.system();
    IdScheduler none =
        new IdScheduler() {
          @Override
          public void execute(Runnable task) {}

          @Override
          public Repeated every(Duration period, Runnable task) {
            return () -> {};
          }
        };
    return open(
        backend,
        new EngineRuntime(
            system.environment(), system.executor(), none, system.meters(), system.onClose()));
  }

  private static Cairn open(Backend backend, EngineRuntime runtime) {
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

  static void commit(Store store, String name) {
    var unused = store.commit(REFERENCE, workspace -> apply(workspace, name));
  }

  private static long apply(Workspace workspace, String name) {
    WorkingIndex<Bytes> sums = workspace.index(SUMS, ValueSerializer.bytes());
    long sum = sums.get(SUM).map(Counting::number).orElse(0L) + 1;
    sums.put(SUM, Bytes.ofUtf8(Long.toString(sum)));
    workspace.index(NAMES, ValueSerializer.bytes()).put(Key.of(name), Bytes.ofUtf8(name));
    workspace.message(name);
    return sum;
  }

  private static long number(Bytes stored) {
    return Long.parseLong(stored.toUtf8());
  }

  /** The sum in a state. */
  static long sum(Snapshot state) {
    return state.index(SUMS, ValueSerializer.bytes()).get(SUM).map(Counting::number).orElse(0L);
  }

  /** What was committed, checked to be the same in the log, the index and the sum. */
  static Set<String> committed(Store store) {
    List<String> logged = new ArrayList<>();
    LogPage page = store.log(REFERENCE, 100);
    while (true) {
      page.entries().stream().map(LogEntry::message).forEach(logged::add);
      if (page.next().isEmpty()) {
        break;
      }
      page = store.log(page.next().get(), 100);
    }
    Snapshot state = store.current(REFERENCE);
    Set<String> indexed = new TreeSet<>();
    state
        .index(NAMES, ValueSerializer.bytes())
        .list(IndexRange.all())
        .forEachRemaining(entry -> indexed.add(entry.value().toUtf8()));
    long sum = sum(state);
    if (logged.size() != sum || !indexed.equals(new TreeSet<>(logged))) {
      throw new AssertionError(
          "log, index and sum differ: %d commits in the log, %d names, sum %d"
              .formatted(logged.size(), indexed.size(), sum));
    }
    return indexed;
  }

  /** The scope of a test. */
  static Scope scope(String tenant) {
    return new Scope(tenant, "c");
  }
}
