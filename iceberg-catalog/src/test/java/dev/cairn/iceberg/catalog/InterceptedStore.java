package dev.cairn.iceberg.catalog;

import dev.cairn.api.store.Change;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;

/** A store of which the next commits are preceded or followed by something else. */
final class InterceptedStore {
  private final Store store;
  private final Deque<Runnable> beforeCommits = new ArrayDeque<>();
  private final Deque<Runnable> afterCommits = new ArrayDeque<>();
  private final Deque<Runnable> beforeFailures = new ArrayDeque<>();
  private Snapshot recent;
  private int commits;
  private volatile Thread changing;

  InterceptedStore(Store store) {
    this.store = store;
  }

  /** Runs {@code action} between the planning and the change of the next commit. */
  void beforeNextCommit(Runnable action) {
    beforeCommits.add(action);
  }

  /** Runs {@code action}, which may throw, after the next commit was applied. */
  void afterNextCommit(Runnable action) {
    afterCommits.add(action);
  }

  /** Runs {@code action}, which may throw, before the next failure is recorded. */
  void beforeNextFailure(Runnable action) {
    beforeFailures.add(action);
  }

  /** Forgets what was to happen to commits that were never made. */
  void forget() {
    beforeCommits.clear();
    afterCommits.clear();
  }

  /** From now on the cache has the state as it is now. */
  void freezeRecent() {
    recent = store.current("main");
  }

  int commits() {
    return commits;
  }

  /** Whether this thread runs a change at present. */
  boolean isChanging() {
    return changing == Thread.currentThread();
  }

  private Change<?> watched(Change<?> change) {
    return workspace -> {
      changing = Thread.currentThread();
      try {
        return change.apply(workspace);
      } finally {
        changing = null;
      }
    };
  }

  Store store() {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("recent") && recent != null) {
                return recent;
              }
              boolean isCommit = method.getName().equals("commit");
              if (isCommit) {
                commits++;
                run(beforeCommits);
                for (int i = 0; i < arguments.length; i++) {
                  arguments[i] =
                      arguments[i] instanceof Change<?> change ? watched(change) : arguments[i];
                }
              } else if (method.getName().equals("recordFailure")) {
                run(beforeFailures);
              } else if (isChanging()) {
                throw new AssertionError("a change calls " + method);
              }
              try {
                Object result = method.invoke(store, arguments);
                if (isCommit) {
                  run(afterCommits);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void run(Deque<Runnable> actions) {
    Runnable next = actions.poll();
    if (next != null) {
      next.run();
    }
  }
}
