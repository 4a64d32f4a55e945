package dev.cairn.core.catalog;

import dev.cairn.api.CairnException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Deletes the references of a scope that is given up: as a task, so that one process does it. */
public final class Purge {
  private static final String TASKS = "cairn.purge ";

  private final Tasks tasks;
  private final Backend backend;
  private final Function<Scope, Store> stores;

  /**
   * @param stores opens the store of a scope
   */
  public Purge(Tasks tasks, Backend backend, Function<Scope, Store> stores) {
    this.tasks = tasks;
    this.backend = backend;
    this.stores = stores;
  }

  /**
   * Deletes all references of {@code scope}, or leaves it to the process that is at it.
   *
   * @throws CairnException if that failed; it may be called again
   */
  public void run(Scope scope) {
    run(scope, () -> {});
  }

  /**
   * The same.
   *
   * @param heartbeat is told while it goes on; what it throws ends the purge, and is thrown on
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

  // It may be the end of another task, which must not be taken for the end of this one.
  private static void run(Runnable heartbeat, AtomicReference<@Nullable RuntimeException> stopped) {
    try {
      heartbeat.run();
    } catch (RuntimeException e) {
      stopped.set(e);
      throw new IllegalStateException("whoever waits for it has to stop: " + e.getMessage(), e);
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

  // Of all scopes: a scan of one may read all too, and would say nothing while it does.
  private List<String> references(Scope scope, Runnable heartbeat) {
    List<String> names = new ArrayList<>();
    var unused =
        backend.scanReferences(
            Optional.empty(),
            Optional.empty(),
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
      return false; // somebody else deleted it
    }
  }
}
