package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.index.ValueSerializer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads and commits of one scope.
 *
 * <p>A connection has one store per scope. Opening the scope again returns another handle on the
 * same store, so that concurrent commits of all handles on one reference form groups. The stores of
 * two processes contend.
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
 * <p>Stores are thread-safe. In addition to the exceptions below, every method throws {@link
 * ClosedException} after {@link #close}, {@link dev.cairn.api.BackendUnavailableException} if the
 * database did not answer and nothing was changed, and {@link dev.cairn.api.DamagedDataException}
 * if stored data is damaged. Methods that need an existing reference throw {@link
 * dev.cairn.api.ReferenceNotFoundException} if it does not exist.
 *
 * <p>Every method that changes something may also throw {@link
 * dev.cairn.api.IdsUnavailableException} while this process has no node lease or waits for its
 * clock, and {@link dev.cairn.api.ClockOffException} while its clock is too far from the
 * database's. In both cases nothing was or will be changed, and the same call may be repeated;
 * reads continue to work.
 */
public interface Store extends AutoCloseable {
  /** The scope of this store. */
  Scope scope();

  // Objects.

  /**
   * Writes values as new objects in one bulk write, outside any commit: for large values. A commit
   * has to refer to them within half the collection grace ({@code cairn.gc.grace}), or they are
   * collected. The instances are cached, so they must never be modified, and a commit of this
   * process that refers to them reads none of them.
   *
   * @throws dev.cairn.api.ValueTooLargeException if a value is too large
   */
  List<ObjectRef> putAll(Collection<?> values);

  /**
   * Encodes {@code value} as a new object without writing it, so that commits on one reference, of
   * which one runs at a time, need not encode it. The object is stored by a commit that {@linkplain
   * Workspace#put(Prepared) puts} it, at most half the collection grace ({@code cairn.gc.grace})
   * later; until then it cannot be read. Its ID is known at once, so that other values can refer to
   * it.
   *
   * @param value an instance that is never modified: it is cached and returned to readers
   * @throws IllegalArgumentException if it cannot be serialized
   * @throws dev.cairn.api.ValueTooLargeException if it is too large
   */
  <T> Prepared<T> prepare(T value);

  /**
   * The objects {@code refs}, in order, with one bulk read of those that are not cached.
   *
   * @throws IllegalArgumentException if a reference has another type than the one registered for
   *     {@code valueClass}
   */
  <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs);

  /** The updateable objects of this scope. */
  Updateables updateables();

  // References.

  /**
   * Creates a reference in the empty state.
   *
   * @throws dev.cairn.api.ReferenceExistsException if it exists
   * @throws dev.cairn.api.UnknownOutcomeException if it is unknown whether this call created it
   */
  Reference createReference(String name);

  /**
   * Creates a reference with the state of a head of another reference of this scope: a branch. Its
   * first head has the application's indexes of that head and nothing else: neither the log nor the
   * keys of the source. Requests accepted before it was created, or shortly after by a clock that
   * is ahead, yield {@link KeyedCommit.WindowExpired} on it. First checks that everything reachable
   * exists.
   *
   * <p>If a call stops midway, or the head becomes too old meanwhile, the reference exists without
   * a head, and the same call completes it.
   *
   * @param source the reference that has or had the head
   * @throws dev.cairn.api.ReferenceExistsException if the reference exists and has a head
   * @throws dev.cairn.api.ReferenceNotFoundException if the source does not exist
   * @throws HeadNotFoundException if the source has not had that head since it was created, or the
   *     head was superseded so long ago that garbage collection may be deleting it
   * @throws dev.cairn.api.DamagedDataException if something of that state is missing
   * @throws dev.cairn.api.UnknownOutcomeException if it is unknown whether it was created
   */
  Reference createReference(String name, String source, HeadId head);

  /** Reads the reference. */
  Optional<Reference> findReference(String name);

  /** All references, sorted by name. May scan all scopes: for operators, not for request paths. */
  List<Reference> listReferences();

  /**
   * Deletes a reference.
   *
   * @throws dev.cairn.api.UnknownOutcomeException if it is unknown whether it was deleted
   */
  void deleteReference(String name);

  /**
   * Restores the application's indexes of an earlier head, as a new head. The engine's data in the
   * head (applied keys, the line of heads) continues from the current one. First checks that
   * everything reachable from the earlier state exists.
   *
   * @return the commit that reset the reference
   * @throws HeadNotFoundException if the reference has not had that head since it was created, or
   *     the head was superseded so long ago that garbage collection may be deleting it
   * @throws dev.cairn.api.DamagedDataException if something of the earlier state is missing
   */
  CommitId resetReference(String name, HeadId target, String message);

  /**
   * Restores as {@link #resetReference(String, HeadId, String)}, but leaves the indexes {@code
   * except} as they are in the current state.
   *
   * @throws IllegalArgumentException if the reference would have more than {@link
   *     Workspace#MAX_INDEXES} indexes
   */
  CommitId resetReference(String name, HeadId target, String message, Set<String> except);

  /**
   * Performs the checks of {@link #resetReference} without changing anything. Concurrent changes
   * can still make the reset fail.
   */
  void checkReset(String name, HeadId target);

  /**
   * The newest head to which {@link #recoverReference} can restore a reference: of those listed in
   * its row, the newest that is intact.
   *
   * @throws NothingToRecoverException if the current head is intact
   * @throws HeadNotFoundException if none of them is intact
   */
  HeadId findRecoverable(String name);

  /**
   * Restores the application's indexes of an earlier head when {@link #resetReference} cannot,
   * because the current head is lost or damaged. The engine's data in heads, and the log, continue
   * from the newest readable head. States before the recovery are no longer guaranteed: an
   * incomplete one is reported as expired, and history ends at the first head that cannot be read.
   *
   * <p>The lost heads held the proof that requests were applied. None of these requests is executed
   * twice: keys that were accepted before {@link Recovered#keysFrom} and are not found yield {@link
   * KeyedCommit.WindowExpired}. That time lies in the future by the allowed clock skew, or by more
   * if a lost head came from a fast clock, so accept requests again only after it. A commit without
   * a key whose reply was lost together with its head is executed again on the recovered state.
   *
   * <p>A process that still caches the lost head and commits is either first, and then its state
   * continues and nothing is recovered, or commits again on top of the recovered state.
   *
   * @throws NothingToRecoverException if the current head is intact
   * @throws HeadNotFoundException as for a reset
   * @throws dev.cairn.api.DamagedDataException if something of the earlier state is missing
   * @throws CommitUnknownException if it is unknown whether the recovery was applied
   */
  Recovered recoverReference(String name, HeadId target, String message);

  /** Performs the checks of {@link #recoverReference} without changing anything. */
  void checkRecovery(String name, HeadId target);

  // States.

  /** The current state, not older than the start of this call. */
  Snapshot current(String reference);

  /**
   * A recently current state. It may come from the cache if it was current within the last {@code
   * cairn.cache.reference-age}.
   */
  Snapshot recent(String reference);

  /**
   * The state of an earlier head.
   *
   * @throws HeadNotFoundException if the reference never had that head, or the head is not retained
   */
  Snapshot at(String reference, HeadId head);

  /**
   * The state at {@code time}: that of the newest head made at or before it.
   *
   * @throws HeadNotFoundException if the reference had no head yet, or the head is not retained
   */
  Snapshot at(String reference, Instant time);

  /**
   * The state that a page request reads: the current one for the first page of a listing, the state
   * of the first page for all others. Read everything that belongs to the page from it.
   *
   * @throws InvalidPageTokenException if the token is truncated or modified, or of another scope or
   *     reference
   * @throws PageTokenExpiredException if the state is no longer retained, or the reference was
   *     deleted and created again since. A state is retained for {@code cairn.gc.retention} after
   *     another one superseded it; the next collection ends it
   */
  Snapshot stateFor(String reference, PageRequest page);

  /**
   * One page of the entries of {@code range} in an index, in the direction of the range, of {@link
   * #stateFor the state} that the request reads.
   *
   * @throws InvalidPageTokenException as for {@link Snapshot#page(String, ValueSerializer,
   *     IndexRange, PageRequest)}
   * @throws PageTokenExpiredException as for {@link #stateFor}
   */
  default <V> Listing<IndexEntry<V>> page(
      String reference,
      String index,
      ValueSerializer<V> serializer,
      IndexRange range,
      PageRequest page) {
    return stateFor(reference, page).page(index, serializer, range, page);
  }

  /** One page of an index with object references as values. */
  default Listing<IndexEntry<ObjectRef>> page(
      String reference, String index, IndexRange range, PageRequest page) {
    return page(reference, index, ValueSerializer.references(), range, page);
  }

  /** One page of one level of an index, see {@link Snapshot#pageOfLevel}. */
  default <V> Listing<IndexEntry<Optional<V>>> pageOfLevel(
      String reference,
      String index,
      ValueSerializer<V> serializer,
      IndexRange range,
      int level,
      PageRequest page) {
    return stateFor(reference, page).pageOfLevel(index, serializer, range, level, page);
  }

  // Commits.

  /**
   * Applies {@code change} to the current state and waits for the outcome. A commit is atomic:
   * readers see all of it or nothing. After a conflict with another process the change runs again,
   * within the limits of {@code cairn.commit.*}.
   *
   * <p>A change must not commit, create, delete, reset or recover a reference, in whatever scope:
   * it may run more than once, and others wait for it. Such a call throws {@link
   * IllegalStateException}, whichever store of this connection it uses.
   *
   * <p>If the thread is interrupted while it waits, the commit is {@linkplain PendingCommit#leave
   * abandoned}. If the thread runs the commit itself, as it may with backends that are not
   * interruptible, it completes the commit. In both cases the thread stays interrupted.
   *
   * @throws RuntimeException if the change throws, for a state that was current during this call;
   *     nothing is applied
   * @throws dev.cairn.api.IdsUnavailableException if this process cannot generate IDs at present;
   *     nothing is applied
   * @throws dev.cairn.api.ClockOffException if the clock of this process is off; nothing is applied
   * @throws CommitConflictException if other writers kept moving the reference; nothing is applied
   * @throws StoreBusyException if too many commits are waiting; nothing is applied
   * @throws java.util.concurrent.CancellationException if it was abandoned before it started;
   *     nothing is applied
   * @throws CommitUnknownException if it is unknown whether it was applied
   */
  <R> Committed<R> commit(String reference, Change<R> change);

  /** Commits as {@link #commit(String, Change)}, but abandons the commit after {@code patience}. */
  <R> Committed<R> commit(String reference, Change<R> change, Duration patience);

  /**
   * Starts a commit without waiting. Never runs the change on this thread.
   *
   * @throws StoreBusyException if too many commits are waiting; nothing is applied
   */
  <R> PendingCommit<R> submit(String reference, Change<R> change);

  // Commits that are applied once.

  /**
   * Applies {@code change} unless any process has applied an attempt at the same request and step.
   * The swap that moves the head also records the key with the result of the change, at most
   * {@value CommitKey#MAX_RESULT_BYTES} bytes, even if the change edits nothing. If the change
   * throws, nothing is recorded. If the request was {@linkplain #recordFailure recorded as failed},
   * none of its steps can be applied.
   *
   * @throws RuntimeException as {@link #commit(String, Change)} does; after an unknown outcome the
   *     same key may be tried again
   */
  KeyedCommit commit(String reference, CommitKey key, Change<Bytes> change);

  /**
   * Commits as {@link #commit(String, CommitKey, Change)}, but abandons the commit after {@code
   * patience}. The same key may then be tried again: if the abandoned attempt was applied, or still
   * is, the later one finds its result.
   */
  KeyedCommit commit(String reference, CommitKey key, Change<Bytes> change, Duration patience);

  /**
   * Starts a commit with a key without waiting, as {@link #submit(String, Change)} does.
   *
   * @throws StoreBusyException if too many commits are waiting; nothing is applied
   */
  PendingCommit<KeyedCommit> submit(String reference, CommitKey key, Change<Bytes> change);

  /**
   * Records that the request failed, unless it was applied before. From then on neither the request
   * nor any of its named steps can be applied to this reference, not even by a slow earlier owner.
   * With the key of a named step, records the failure of this step alone.
   *
   * @param failure at most {@value CommitKey#MAX_RESULT_BYTES} bytes: see {@link
   *     dev.cairn.api.idempotency.Ownership#encode}
   * @return {@link KeyedCommit.AlreadyFailed} with the recorded failure, or the result that was
   *     found instead
   */
  KeyedCommit recordFailure(String reference, CommitKey key, Bytes failure);

  /**
   * Looks up a key in the current head. If the key is absent, an earlier attempt may still be in
   * transit: only a commit with the same key is conclusive.
   *
   * @return empty if the head does not have the key
   */
  Optional<KeyedCommit> findKey(String reference, CommitKey key);

  /** The status of a commit, found with a few reads regardless of its age. */
  CommitStatus commitStatus(CommitId commit);

  // The log.

  /** The newest {@code limit} entries of the log. */
  LogPage log(String reference, int limit);

  /**
   * The log from {@code from} (inclusive) towards the past.
   *
   * @throws HeadNotFoundException if the commit is not in the log, or not retained
   */
  LogPage log(CommitId from, int limit);

  /**
   * Up to {@code limit} entries of the log after {@code commit}, oldest first: for followers, which
   * pass the last entry that they have processed. The entries are complete and in order; there are
   * fewer than {@code limit} only if the last one is the newest. The number of reads is bounded by
   * {@code limit}, however many commits followed.
   *
   * @return no entries if {@code commit} is the newest
   * @throws HeadNotFoundException if the commit is not in the log, or not retained. A follower that
   *     was away for longer than {@code cairn.gc.retention} has missed entries: it has to start
   *     again from a current state
   */
  List<LogEntry> logAfter(CommitId commit, int limit);

  /**
   * Closes this handle: refuses later calls, and commits submitted through it that have not
   * started; commits in progress complete. Other handles on the store of this scope stay open. The
   * last one closes the store.
   */
  @Override
  void close();
}
