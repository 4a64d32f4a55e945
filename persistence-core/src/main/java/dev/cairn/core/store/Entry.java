package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A commit from its submission to its end.
 *
 * <p>It waits, is taken by a leader for one attempt, and waits again if that attempt came to
 * nothing. Whoever leaves it while it waits knows that it was not applied. Whoever leaves it while
 * it is taken is given the head of just that attempt to ask about; the leader does not try it
 * again, so no other head can ever bring it.
 */
final class Entry<R> implements PendingCommit<R> {
  /**
   * An object that an earlier attempt stored, to be used again if a later run makes the same.
   *
   * @param encoded its stored form
   */
  record Stored(ObjectRef ref, Bytes encoded) {}

  private enum State {
    WAITING,
    TAKEN,
    ENDED
  }

  private final Change<R> change;
  private final GroupCommitter committer;
  private final boolean isAwaited;
  private final long submittedMicros;
  private final CompletableFuture<Committed<R>> future = new CompletableFuture<>();

  private State state = State.WAITING;
  private @Nullable CommitId attempt;
  private @Nullable Committed<R> result;
  private @Nullable Throwable failure;

  // These belong to the leader.
  private long sequence;
  private int attempts;
  private boolean alone;
  private long logId = -1;
  private List<Stored> stored = List.of();

  /**
   * @param isAwaited whether a thread waits for it; otherwise somebody's code may run when it ends
   */
  Entry(Change<R> change, GroupCommitter committer, boolean isAwaited, long submittedMicros) {
    this.change = change;
    this.committer = committer;
    this.isAwaited = isAwaited;
    this.submittedMicros = submittedMicros;
  }

  Change<R> change() {
    return change;
  }

  boolean isAwaited() {
    return isAwaited;
  }

  long submittedMicros() {
    return submittedMicros;
  }

  /** Its place in the order of submissions, given when it is queued. */
  long sequence() {
    return sequence;
  }

  void setSequence(long number) {
    sequence = number;
  }

  int attempts() {
    return attempts;
  }

  /** Whether it has to have a head of its own. */
  boolean isAlone() {
    return alone;
  }

  void setAlone() {
    alone = true;
  }

  long logId() {
    return logId;
  }

  void setLogId(long id) {
    logId = id;
  }

  List<Stored> stored() {
    return stored;
  }

  void setStored(List<Stored> objects) {
    stored = objects;
  }

  /** Begins an attempt; false if it was left. */
  synchronized boolean take(CommitId id) {
    if (state == State.ENDED) {
      return false;
    }
    state = State.TAKEN;
    attempt = id;
    attempts++;
    return true;
  }

  /** Does not count the last attempt: its group was too full, and nobody was in its way. */
  synchronized void forgetAttempt() {
    attempts--;
  }

  /** Waits again, because the attempt certainly came to nothing; false if it was left. */
  synchronized boolean putBack() {
    if (state == State.ENDED) {
      return false;
    }
    state = State.WAITING;
    attempt = null;
    return true;
  }

  /** Ends it; false if it was left. Whoever waits is told by {@link #publish}. */
  synchronized boolean succeed(Committed<R> committed) {
    if (state == State.ENDED) {
      return false;
    }
    state = State.ENDED;
    result = committed;
    return true;
  }

  /** Ends it without a result; false if it was left. */
  synchronized boolean fail(Throwable cause) {
    if (state == State.ENDED) {
      return false;
    }
    state = State.ENDED;
    failure = cause;
    return true;
  }

  /** What it is told apart by in the attempt under way. */
  synchronized Optional<CommitId> attempt() {
    return Optional.ofNullable(attempt);
  }

  /** Tells whoever waits how it ended. */
  void publish() {
    Throwable cause;
    Committed<R> committed;
    synchronized (this) {
      cause = failure;
      committed = result;
    }
    if (cause != null) {
      future.completeExceptionally(cause);
    } else {
      future.complete(committed);
    }
  }

  CompletableFuture<Committed<R>> future() {
    return future;
  }

  @Override
  public CompletionStage<Committed<R>> result() {
    return future.minimalCompletionStage();
  }

  @Override
  public Optional<CommitId> leave() {
    return leave("it was left while it ran");
  }

  Optional<CommitId> leave(String why) {
    Optional<CommitId> begun;
    synchronized (this) {
      if (state == State.ENDED) {
        return Optional.empty();
      }
      begun = Optional.ofNullable(attempt);
      state = State.ENDED;
      failure =
          begun
              .<Throwable>map(id -> new CommitUnknownException(id, why))
              .orElseGet(
                  () -> new CancellationException("the commit was left before it began: " + why));
    }
    committer.remove(this);
    publish();
    return begun;
  }

  /** How it ended, for the thread that waited. */
  synchronized Committed<R> outcome() {
    Throwable cause = failure;
    if (cause instanceof RuntimeException e) {
      throw e;
    } else if (cause instanceof Error e) {
      throw e;
    } else if (cause != null) {
      throw new IllegalStateException("the change threw a checked exception: " + cause, cause);
    }
    Committed<R> committed = result;
    if (committed == null) {
      throw new IllegalStateException("the commit has not ended");
    }
    return committed;
  }
}
