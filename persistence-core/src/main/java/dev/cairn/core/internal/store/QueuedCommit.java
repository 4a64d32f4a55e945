package dev.cairn.core.internal.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.internal.objects.EncodedObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A commit from its submission to its end.
 *
 * <p>It waits, is taken by a leader for one attempt, and waits again if that attempt was not
 * applied. A caller that abandons it while it waits knows that it was not applied. A caller that
 * abandons it while it is taken gets the head of exactly that attempt to ask about; the leader does
 * not try it again, so no other head can ever contain it.
 */
final class QueuedCommit<R> implements PendingCommit<R> {
  /**
   * An object that an earlier attempt stored, reused if a later run puts an equal one.
   *
   * @param object the object, without rows if they are known to be written
   * @param isBound whether it has the ID of a prepared value or of another object, which does not
   *     fit an equal value
   */
  record Stored(EncodedObject object, boolean isBound) {
    ObjectRef ref() {
      return object.ref();
    }

    boolean isOf(String type) {
      return !isBound && ref().type().equals(type);
    }

    /** The same when its rows are written. */
    Stored written() {
      return new Stored(object.written(), isBound);
    }
  }

  private enum State {
    WAITING,
    TAKEN,
    ENDED
  }

  private final MemberChange<R> change;
  private final GroupCommitter committer;
  private final Object owner;
  private final @Nullable Thread caller;
  private final long submittedMicros;
  private final CompletableFuture<Committed<R>> future = new CompletableFuture<>();

  private State state = State.WAITING;
  private @Nullable CommitId attempt;
  private @Nullable Committed<R> result;
  private @Nullable Throwable failure;
  private CompletableFuture<?> news = new CompletableFuture<>();
  private @Nullable ValueEncoding handed;

  // Only the leader uses these.
  private long sequence;
  private int attempts;
  private boolean alone;
  private boolean encodedAtOnce;
  private boolean isHanded;
  private long logId = -1;
  private List<Stored> stored = List.of();

  /**
   * @param owner the handle through which it was submitted
   * @param caller the thread that waits for it; if none does, application code may run when it ends
   */
  QueuedCommit(
      MemberChange<R> change,
      GroupCommitter committer,
      Object owner,
      @Nullable Thread caller,
      long submittedMicros) {
    this.change = change;
    this.committer = committer;
    this.owner = owner;
    this.caller = caller;
    this.submittedMicros = submittedMicros;
  }

  MemberChange<R> change() {
    return change;
  }

  boolean isOf(Object handle) {
    return owner == handle;
  }

  boolean isAwaited() {
    return caller != null;
  }

  long submittedMicros() {
    return submittedMicros;
  }

  /** Its position in the order of submissions, set when it is queued. */
  long sequence() {
    return sequence;
  }

  void setSequence(long number) {
    sequence = number;
  }

  int attempts() {
    return attempts;
  }

  /** Whether it needs a head without other commits. */
  boolean isAlone() {
    return alone;
  }

  void setAlone() {
    alone = true;
  }

  /** Whether its change must learn at once if a value cannot be encoded. */
  boolean isEncodedAtOnce() {
    return encodedAtOnce;
  }

  void setEncodedAtOnce() {
    encodedAtOnce = true;
  }

  /** Leaves {@code encoding} to the caller, if one waits that is not the leader. */
  void hand(ValueEncoding encoding) {
    isHanded = caller != null && caller != Thread.currentThread() && give(encoding);
  }

  private boolean give(ValueEncoding encoding) {
    CompletableFuture<?> waitedFor;
    synchronized (this) {
      if (state == State.ENDED) {
        return false;
      }
      handed = encoding;
      waitedFor = news;
    }
    waitedFor.complete(null);
    return true;
  }

  /** Whether the last {@link #hand} found a caller. */
  boolean isHanded() {
    return isHanded;
  }

  /** Done when the commit has ended, or when there is something to encode for the caller. */
  synchronized Future<?> news() {
    return news;
  }

  /** Encodes what the leader left to this thread, the caller; false if there was nothing. */
  boolean encodeHanded() {
    ValueEncoding encoding;
    synchronized (this) {
      encoding = handed;
      if (encoding == null) {
        return false;
      }
      handed = null;
      if (!future.isDone()) {
        news = new CompletableFuture<>();
      }
    }
    encoding.run();
    return true;
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

  /** Begins an attempt; false if the commit was abandoned. */
  synchronized boolean take(CommitId id) {
    if (state == State.ENDED) {
      return false;
    }
    state = State.TAKEN;
    attempt = id;
    attempts++;
    return true;
  }

  /** Uncounts the last attempt, which was dropped without a conflict. */
  synchronized void forgetAttempt() {
    attempts--;
  }

  /**
   * Waits again, because the attempt was certainly not applied; false if the commit was abandoned.
   */
  synchronized boolean putBack() {
    if (state == State.ENDED) {
      return false;
    }
    state = State.WAITING;
    attempt = null;
    return true;
  }

  /** Ends it; false if it was abandoned. {@link #publish} then completes the future. */
  synchronized boolean succeed(Committed<R> committed) {
    if (state == State.ENDED) {
      return false;
    }
    state = State.ENDED;
    result = committed;
    return true;
  }

  /** Ends it without a result; false if it was abandoned. */
  synchronized boolean fail(Throwable cause) {
    if (state == State.ENDED) {
      return false;
    }
    state = State.ENDED;
    failure = cause;
    return true;
  }

  /** The commit's ID in the current attempt. */
  synchronized Optional<CommitId> attempt() {
    return Optional.ofNullable(attempt);
  }

  /** Completes the future, and so wakes the waiters. */
  void publish() {
    complete();
    CompletableFuture<?> waitedFor;
    synchronized (this) {
      waitedFor = news;
    }
    waitedFor.complete(null);
  }

  private void complete() {
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
    return leave("the caller abandoned it while it ran");
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
                  () ->
                      new CancellationException(
                          "the commit was abandoned before it began: " + why));
    }
    committer.remove(this);
    publish();
    return begun;
  }

  /** The outcome, for the thread that waited. */
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
