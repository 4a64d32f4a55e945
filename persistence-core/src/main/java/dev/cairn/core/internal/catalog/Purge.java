package dev.cairn.core.internal.catalog;

import dev.cairn.api.CairnException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.internal.head.ReferenceScan;
import dev.cairn.core.internal.runtime.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Purge of a scope: deletes its references, as a task, so that one process at a time runs it. */
public final class Purge {
  private static final String TASKS = "cairn.purge ";

  private final Tasks tasks;
  private final Backend backend;
  private final Function<Scope, Store> stores;
  private final Environment environment;

  /**
   * @param stores opens the store of a scope
   */
  public Purge(
      Tasks tasks, Backend backend, Function<Scope, Store> stores, Environment environment) {
    this.tasks = tasks;
    this.backend = backend;
    this.stores = stores;
    this.environment = environment;
  }

  /**
   * Deletes all references of {@code scope}, unless another process is already doing so.
   *
   * @throws CairnException if the purge failed; it can be repeated
   */
  public void run(Scope scope) {
    run(scope, () -> {});
  }

  /**
   * Like {@link #run(Scope)}, with a heartbeat.
   *
   * @param heartbeat runs regularly during the purge; an exception from it ends the purge and is
   *     rethrown
   */
  public void run(Scope scope, Runnable heartbeat) {
    String task = TASKS + scope;
    var unused = tasks.submit(task, scope.toString());
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    AtomicReference<@Nullable RuntimeException> stopped = new AtomicReference<>();
    Tasks.Offer offer =
        tasks.run(
            task,
            context -> {
              try {
                Runnable both =
                    () -> {
                      context.heartbeat();
                      run(heartbeat, stopped);
                    };
                return deleteReferences(scope, both) + " references";
              } catch (RuntimeException e) {
                failure.set(e);
                throw e;
              }
            });
    RuntimeException reason = stopped.get();
    if (reason != null) {
      throw reason;
    }
    RuntimeException failed = failure.get();
    if (offer == Tasks.Offer.FAILED && failed != null) {
      throw failed;
    }
  }

  // The exception may be the end of another task, which must not count as the end of this one.
  private static void run(Runnable heartbeat, AtomicReference<@Nullable RuntimeException> stopped) {
    try {
      heartbeat.run();
    } catch (RuntimeException e) {
      stopped.set(e);
      throw new IllegalStateException(
          "the task that waits for the purge has to stop: " + e.getMessage(), e);
    }
  }

  private int deleteReferences(Scope scope, Runnable heartbeat) {
    int deleted = 0;
    try (Store store = stores.apply(scope)) {
      for (String reference : references(scope, heartbeat)) {
        heartbeat.run();
        deleted += delete(store, reference) ? 1 : 0;
      }
    }
    return deleted;
  }

  // Scans all scopes: a scan of one may read all rows too, and would give no heartbeat meanwhile.
  private List<String> references(Scope scope, Runnable heartbeat) {
    List<String> names = new ArrayList<>();
    new ReferenceScan(backend, environment, Optional.empty())
        .run(
            row -> {
              heartbeat.run();
              if (!row.isTombstone() && row.key().scope().equals(scope)) {
                names.add(row.key().name());
              }
              return true;
            });
    return names;
  }

  private static boolean delete(Store store, String reference) {
    try {
      store.deleteReference(reference);
      return true;
    } catch (ReferenceNotFoundException e) {
      return false; // another process deleted it
    }
  }
}
