package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.Recovered;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Updateables;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.objects.Loaded;
import dev.cairn.core.internal.runtime.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A handle on the store of a scope: delegates every call to the part that implements it. Handles on
 * one store share everything but whether they are closed.
 */
public final class EngineStore implements Store {
  private final Scope scope;
  private final CommitServices services;
  private final ExpiredOrDamaged expiry;
  private final Duration referenceAge;
  private final HeadFinder history;
  private final StateReader states;
  private final Function<Runnable, EngineUpdateables> updateablesOf;
  private final EngineUpdateables updateables;
  private final CommitQueues queues;
  private final HandleCommits commits;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param referenceAge how old a remembered reference may be for {@link #recent}
   * @param updateables creates the access to updateable objects, with a check that throws if this
   *     store is closed
   */
  EngineStore(
      Scope scope,
      CommitServices services,
      ExpiredOrDamaged expiry,
      Duration referenceAge,
      Function<Runnable, EngineUpdateables> updateables) {
    this(scope, services, expiry, referenceAge, updateables, new CommitQueues(scope, services));
  }

  private EngineStore(
      Scope scope,
      CommitServices services,
      ExpiredOrDamaged expiry,
      Duration referenceAge,
      Function<Runnable, EngineUpdateables> updateables,
      CommitQueues queues) {
    this.scope = scope;
    this.services = services;
    this.expiry = expiry;
    this.referenceAge = referenceAge;
    this.history = new HeadFinder(services);
    this.states = new StateReader(scope, services, history, expiry, referenceAge);
    this.updateablesOf = updateables;
    this.updateables = updateables.apply(this::checkOpen);
    this.queues = queues;
    this.commits = new HandleCommits(this, services, this::committer);
  }

  /** Counts a handle that {@link #another} makes; false if the store is closed. */
  boolean retain() {
    return queues.retain();
  }

  /** A handle on the same store. */
  EngineStore another() {
    return new EngineStore(scope, services, expiry, referenceAge, updateablesOf, queues);
  }

  @Override
  public Scope scope() {
    return scope;
  }

  @Override
  public List<ObjectRef> putAll(Collection<?> values) {
    checkOpen();
    return services.objects().putAll(values);
  }

  @Override
  public <T> Prepared<T> prepare(T value) {
    checkOpen();
    return PreparedValue.of(value, services.objects());
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    checkOpen();
    return services.objects().cached().findAll(valueClass, refs).stream()
        .map(found -> found.map(Loaded::value))
        .toList();
  }

  @Override
  public Updateables updateables() {
    checkOpen();
    return updateables;
  }

  @Override
  public Reference createReference(String name) {
    checkOpen();
    refuseNested(name);
    return reference(services.references().create(name));
  }

  @Override
  public Reference createReference(String name, String source, HeadId head) {
    checkOpen();
    refuseNested(name);
    return reference(new Branch(services, history, name, source, head).create());
  }

  @Override
  public Optional<Reference> findReference(String name) {
    checkOpen();
    return services.references().find(name).map(EngineStore::reference);
  }

  @Override
  public List<Reference> listReferences() {
    checkOpen();
    return services.references().list().stream().map(EngineStore::reference).toList();
  }

  private static Reference reference(ReferenceRow row) {
    return new Reference(
        row.key().name(), row.version(), Micros.toInstant(row.createdAtMicros()), row.headId());
  }

  @Override
  public void deleteReference(String name) {
    checkOpen();
    refuseNested(name);
    services.references().delete(name);
    services.seen().forget(name);
  }

  @Override
  public CommitId resetReference(String name, HeadId target, String message) {
    return resetReference(name, target, message, Set.of());
  }

  @Override
  public CommitId resetReference(String name, HeadId target, String message, Set<String> except) {
    checkOpen();
    refuseNested(name);
    Restore restore = new Restore(services, history, name, target, except);
    restore.check();
    Committed<?> committed =
        commits.run(
            name,
            workspace -> {
              workspace.message(message);
              restore.apply(workspace);
              return target;
            });
    return committed.id().orElseThrow();
  }

  @Override
  public void checkReset(String name, HeadId target) {
    checkOpen();
    new Restore(services, history, name, target).check();
  }

  @Override
  public HeadId findRecoverable(String name) {
    checkOpen();
    return recovery(name).findTarget();
  }

  @Override
  public Recovered recoverReference(String name, HeadId target, String message) {
    checkOpen();
    refuseNested(name);
    return recovery(name).run(target, message);
  }

  @Override
  public void checkRecovery(String name, HeadId target) {
    checkOpen();
    recovery(name).check(target);
  }

  private ReferenceRecovery recovery(String name) {
    return new ReferenceRecovery(services, history, expiry.retained(), name);
  }

  @Override
  public Snapshot current(String reference) {
    checkOpen();
    return states.current(reference);
  }

  @Override
  public Snapshot recent(String reference) {
    checkOpen();
    return states.recent(reference);
  }

  @Override
  public Snapshot at(String reference, HeadId head) {
    checkOpen();
    return states.at(reference, head);
  }

  @Override
  public Snapshot at(String reference, Instant time) {
    checkOpen();
    return states.at(reference, time);
  }

  @Override
  public Snapshot stateFor(String reference, PageRequest page) {
    checkOpen();
    return states.forPage(reference, page);
  }

  @Override
  public <R> Committed<R> commit(String reference, Change<R> change) {
    return commits.run(reference, change::apply);
  }

  @Override
  public <R> Committed<R> commit(String reference, Change<R> change, Duration patience) {
    return commits.run(reference, change::apply, patience);
  }

  @Override
  public <R> PendingCommit<R> submit(String reference, Change<R> change) {
    return commits.submit(reference, change::apply);
  }

  <R> PendingCommit<R> enqueue(String reference, MemberChange<R> change) {
    return commits.submit(reference, change);
  }

  @Override
  public KeyedCommit commit(String reference, CommitKey key, Change<Bytes> change) {
    return commits.run(reference, commits.once(key, change, false)).value();
  }

  @Override
  public KeyedCommit commit(
      String reference, CommitKey key, Change<Bytes> change, Duration patience) {
    return commits.run(reference, commits.once(key, change, false), patience).value();
  }

  @Override
  public PendingCommit<KeyedCommit> submit(String reference, CommitKey key, Change<Bytes> change) {
    return commits.submit(reference, commits.once(key, change, false));
  }

  @Override
  public KeyedCommit recordFailure(String reference, CommitKey key, Bytes failure) {
    return commits.run(reference, commits.once(key, workspace -> failure, true)).value();
  }

  @Override
  public Optional<KeyedCommit> findKey(String reference, CommitKey key) {
    checkOpen();
    return new KeyLookup(services, history).find(reference, key);
  }

  private GroupCommitter committer(String reference) {
    checkOpen();
    refuseNested(reference);
    return queues.of(reference);
  }

  /** The head of {@code row}, from this store's memory or else from the database. */
  @Nullable OpenHead headOf(ReferenceRow row) {
    return services.seen().headOf(row, services.heads());
  }

  /** How many references have a queue now. */
  int queues() {
    return queues.size();
  }

  @Override
  public CommitStatus commitStatus(CommitId commit) {
    checkOpen();
    return new CommitSearch(services.references(), services.heads(), commit).status();
  }

  @Override
  public LogPage log(String reference, int limit) {
    checkOpen();
    return new LogReader(reference, services.heads())
        .page(states.readCurrent(reference), Optional.empty(), limit);
  }

  @Override
  public LogPage log(CommitId from, int limit) {
    checkOpen();
    OpenHead head = history.at(services.references().get(from.reference()), from.head());
    LogPage page =
        new LogReader(from.reference(), services.heads())
            .page(head, Optional.of(from.entry()), limit);
    if (page.entries().isEmpty()) {
      throw new HeadNotFoundException(
          "the head %s of reference '%s' has no commit with the entry %016x"
              .formatted(from.head(), from.reference(), from.entry()));
    }
    return page;
  }

  @Override
  public List<LogEntry> logAfter(CommitId commit, int limit) {
    checkOpen();
    ReferenceRow row = services.references().get(commit.reference());
    return new ForwardLog(services.references(), services.heads(), expiry, row)
        .after(commit, limit);
  }

  /** Whether no handle on this store is open. */
  boolean isUnused() {
    return queues.isClosed();
  }

  private void refuseNested(String reference) {
    services.running().refuseNested("reference '%s'".formatted(reference));
  }

  private void checkOpen() {
    if (closed.get() || queues.isClosed()) {
      throw new ClosedException("the store of %s is closed; open it again".formatted(scope));
    }
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      queues.release(this);
    }
  }

  /** Closes all handles on this store. */
  void closeAll() {
    queues.close();
  }
}
