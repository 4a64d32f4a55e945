package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * All that is kept for one scope. Open one for a scope and share it: commits of one store on one
 * reference go together in groups, those of two contend.
 *
 * <pre>{@code
 * store.createReference("main");
 * store.commit("main", workspace -> {
 *   if (workspace.index("tables").contains(Key.of("sales", "orders"))) {
 *     throw new IllegalStateException("there is a table sales.orders");
 *   }
 *   ObjectRef ref = workspace.put(new Table("s3://bucket/orders"));
 *   workspace.index("tables").put(Key.of("sales", "orders"), ref);
 *   workspace.message("create sales.orders");
 *   return ref;
 * });
 * Optional<Table> orders =
 *     store.current("main").find(Table.class, "tables", Key.of("sales", "orders"));
 * }</pre>
 *
 * <p>Everything may be called by any number of threads. Besides what is said below, every method
 * throws {@link StoreClosedException} after {@link #close}, {@link
 * dev.cairn.api.BackendUnavailableException} if the database gave no answer and nothing was
 * changed, and {@link dev.cairn.api.DamagedDataException} if what is stored makes no sense.
 */
public interface Store extends AutoCloseable {
  /** Whose data it is. */
  Scope scope();

  // Objects.

  /**
   * Stores values as new objects by one bulk write, in the order given, outside of any commit: for
   * what is large or made in advance. A commit has to refer to them within half the grace of
   * garbage collection, or they are collected.
   *
   * @throws dev.cairn.api.ValueTooLargeException if one is too large
   */
  List<ObjectRef> putAll(Collection<?> values);

  /**
   * The objects {@code refs}, in their order, by one bulk read of those that are not remembered.
   *
   * @throws IllegalArgumentException if one is not of the type registered for {@code valueClass}
   */
  <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs);

  // References.

  /**
   * Creates a reference in the empty state.
   *
   * @throws dev.cairn.api.ReferenceExistsException if it is there
   * @throws dev.cairn.api.UnknownOutcomeException if nobody can tell whether this call created it
   */
  Reference createReference(String name);

  /** The reference, as it is now. */
  Optional<Reference> findReference(String name);

  /** All references, by name. May cost a scan of all scopes: for people, not for requests. */
  List<Reference> listReferences();

  /**
   * Deletes a reference.
   *
   * @throws dev.cairn.api.ReferenceNotFoundException if it is not there
   * @throws dev.cairn.api.UnknownOutcomeException if nobody can tell whether it was deleted
   */
  void deleteReference(String name);

  /**
   * Gives a reference the application's indexes of one of its earlier heads again, as a new head;
   * what the engine keeps in the head (applied keys, the line of heads) goes on from the current
   * one. Everything that the earlier state reaches is checked to be there first.
   *
   * @return the commit that did it
   * @throws HeadNotFoundException if the reference never had that head in this life of it, or it
   *     was superseded too long ago, so that garbage collection may be at it
   * @throws dev.cairn.api.DamagedDataException if something of the earlier state is missing
   */
  CommitId resetReference(String name, HeadId target, String message);

  /**
   * The newest head to which {@link #recoverReference} can take a reference: of those that its row
   * remembers, the newest of which nothing is missing.
   *
   * @throws NothingToRecoverException if the current head is whole
   * @throws HeadNotFoundException if none of them is whole
   * @throws dev.cairn.api.ReferenceNotFoundException if there is no such reference
   */
  HeadId findRecoverable(String name);

  /**
   * Brings the application's indexes of an earlier head back, as {@link #resetReference} does,
   * where that cannot be done because the current head is lost or damaged. What the engine keeps in
   * heads goes on from the newest one that can be read, and the log with it. Of the states before
   * the recovery, nobody vouches any more: one that misses something is told to have expired, and
   * history ends at the first head that cannot be read.
   *
   * <p>With the lost heads, the proof is lost that requests were applied. None of them is executed
   * a second time: keys that were accepted before {@link Recovered#keysFrom} and are not found are
   * answered with {@link KeyedCommit.WindowExpired}. That moment is as far ahead as clocks may be
   * apart, or farther if a lost head was made by a clock that ran ahead, so requests should be
   * accepted again only after it. A commit without a key whose reply was lost together with its
   * head is executed again, on what was recovered.
   *
   * <p>Whoever still remembers the lost head and commits is either first, and then its state goes
   * on and nothing is recovered, or commits again on top of what was recovered.
   *
   * @throws NothingToRecoverException if the current head is whole
   * @throws HeadNotFoundException as for a reset
   * @throws dev.cairn.api.DamagedDataException if something of the earlier state is missing
   * @throws CommitUnknownException if nobody can tell whether it was done
   */
  Recovered recoverReference(String name, HeadId target, String message);

  // States.

  /**
   * The current state, as of after this call began.
   *
   * @throws dev.cairn.api.ReferenceNotFoundException if there is no such reference
   */
  Snapshot current(String reference);

  /**
   * A state that was current a moment ago: it may come from memory, if it was seen to be current no
   * longer ago than {@code cairn.cache.reference-age}.
   *
   * @throws dev.cairn.api.ReferenceNotFoundException if there is no such reference
   */
  Snapshot recent(String reference);

  /**
   * The state of an earlier head.
   *
   * @throws HeadNotFoundException if the reference never had that head, or it is not retained
   */
  Snapshot at(String reference, HeadId head);

  /**
   * The state at {@code time}: that of the newest head which is not younger.
   *
   * @throws HeadNotFoundException if the reference had none yet, or it is not retained
   */
  Snapshot at(String reference, Instant time);

  // Commits.

  /**
   * Applies {@code change} to the current state and waits for the outcome. All of it is applied at
   * once, and nobody sees a part. Conflicts with other processes are settled by running the change
   * again, within the bounds of {@code cairn.commit.*}.
   *
   * <p>If the thread is interrupted while it waits, the commit is {@linkplain PendingCommit#leave
   * left}. If the thread runs the commit itself, as it may where nothing of the backend can be
   * interrupted, it goes on to the end. In both cases the thread stays interrupted.
   *
   * @throws RuntimeException whatever the change throws, about a state that was current while this
   *     call ran; nothing is applied
   * @throws dev.cairn.api.ReferenceNotFoundException if there is no such reference
   * @throws CommitConflictException if others kept moving the reference; nothing is applied
   * @throws StoreBusyException if too many commits wait already; nothing is applied
   * @throws java.util.concurrent.CancellationException if it was left before it began; nothing is
   *     applied
   * @throws CommitUnknownException if nobody can tell whether it was applied
   */
  <R> Committed<R> commit(String reference, Change<R> change);

  /** The same, but the commit is left if there is no outcome after {@code patience}. */
  <R> Committed<R> commit(String reference, Change<R> change, Duration patience);

  /**
   * The same without waiting. Never runs the change on this thread.
   *
   * @throws StoreBusyException if too many commits wait already; nothing is applied
   */
  <R> PendingCommit<R> submit(String reference, Change<R> change);

  // Commits that are applied once.

  /**
   * Applies {@code change} unless an attempt at the same request and step was applied before, by
   * anybody. The same swap that moves the head records the key with the result that the change
   * returns, at most {@value CommitKey#MAX_RESULT_BYTES} bytes, also if the change edits nothing.
   * If the change throws, nothing is recorded.
   *
   * @throws RuntimeException as {@link #commit(String, Change)} does; if it says that nobody knows,
   *     the same key may be tried again
   */
  KeyedCommit commit(String reference, CommitKey key, Change<Bytes> change);

  /**
   * Records that the request failed, unless it was applied before: from then on it is not applied
   * any more, by however slow an owner.
   *
   * @return {@link KeyedCommit.AlreadyFailed} with what is recorded, or what was found instead
   */
  KeyedCommit recordFailure(String reference, CommitKey key, Bytes failure);

  /**
   * What the current head tells of a key. If it does not have it, an earlier attempt may still be
   * on its way: only a commit with the same key can be sure.
   *
   * @return nothing if the key is not there
   * @throws dev.cairn.api.ReferenceNotFoundException if there is no such reference
   */
  Optional<KeyedCommit> findKey(String reference, CommitKey key);

  /** Whether a commit was applied, by at most a few reads, however long ago. */
  CommitStatus commitStatus(CommitId commit);

  // The log.

  /**
   * The newest {@code limit} entries of the log.
   *
   * @throws dev.cairn.api.ReferenceNotFoundException if there is no such reference
   */
  LogPage log(String reference, int limit);

  /**
   * The log from {@code from} on towards the past, {@code from} included.
   *
   * @throws HeadNotFoundException if it is not in the log, or not retained
   */
  LogPage log(CommitId from, int limit);

  /** Refuses later calls and commits that have not begun; those under way end as they will. */
  @Override
  void close();
}
