package dev.cairn.core.internal.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes that run at present, by thread, of all stores of a connection. A change that commits
 * would commit again whenever it runs again, and could wait for its own group.
 */
final class RunningChanges {
  private final ThreadLocal<@Nullable String> reference = new ThreadLocal<>();

  /** Runs {@code change}, which belongs to a commit on {@code of}. */
  <R> R run(String of, Supplier<R> change) {
    reference.set(of);
    try {
      return change.get();
    } finally {
      reference.remove();
    }
  }

  /** Refuses a call that a change makes, and that would change {@code other}. */
  void refuseNested(String other) {
    String running = reference.get();
    if (running != null) {
      throw new IllegalStateException(
          "a change of reference '%s' tried to change %s by a call of its own; a change may only edit its workspace, so make that call before or after the commit"
              .formatted(running, other));
    }
  }
}
