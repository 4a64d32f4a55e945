package dev.cairn.core.catalog;

import dev.cairn.api.CairnException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.Scope;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.Tasks;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Deletes the references of a scope that is given up: as a task, so that one process does it. */
public final class Purge {
  private static final String TASKS = "cairn.purge ";

  private final Tasks tasks;
  private final Function<Scope, Store> stores;

  /**
   * @param stores opens the store of a scope
   */
  public Purge(Tasks tasks, Function<Scope, Store> stores) {
    this.tasks = tasks;
    this.stores = stores;
  }

  /**
   * Deletes all references of {@code scope}, or leaves it to the process that is at it.
   *
   * @throws CairnException if that failed; it may be called again
   */
  public void run(Scope scope) {
    String task = TASKS + scope;
    var unused = tasks.submit(task, scope.toString());
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    Tasks.Offer offer =
        tasks.run(
            task,
            context -> {
              try {
                return deleteReferences(scope, context::heartbeat) + " references";
              } catch (RuntimeException e) {
                failure.set(e);
                throw e;
              }
            });
    RuntimeException failed = failure.get();
    if (offer == Tasks.Offer.FAILED && failed != null) {
      throw failed;
    }
  }

  private int deleteReferences(Scope scope, Runnable heartbeat) {
    int deleted = 0;
    try (Store store = stores.apply(scope)) {
      for (Reference reference : store.listReferences()) {
        heartbeat.run();
        deleted += delete(store, reference) ? 1 : 0;
      }
    }
    return deleted;
  }

  private static boolean delete(Store store, Reference reference) {
    try {
      store.deleteReference(reference.name());
      return true;
    } catch (ReferenceNotFoundException e) {
      return false; // somebody else deleted it
    }
  }
}
