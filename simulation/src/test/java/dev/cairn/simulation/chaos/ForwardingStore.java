package dev.cairn.simulation.chaos;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.HeadId;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Hands every call on; a mutant overrides what it does worse. */
public class ForwardingStore implements Store {
  private final Store delegate;

  public ForwardingStore(Store delegate) {
    this.delegate = delegate;
  }

  @Override
  public Scope scope() {
    return delegate.scope();
  }

  @Override
  public List<ObjectRef> putAll(Collection<?> values) {
    return delegate.putAll(values);
  }

  @Override
  public <T> Prepared<T> prepare(T value) {
    return delegate.prepare(value);
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    return delegate.findAll(valueClass, refs);
  }

  @Override
  public Updateables updateables() {
    return delegate.updateables();
  }

  @Override
  public Reference createReference(String name) {
    return delegate.createReference(name);
  }

  @Override
  public Reference createReference(String name, String source, HeadId head) {
    return delegate.createReference(name, source, head);
  }

  @Override
  public Optional<Reference> findReference(String name) {
    return delegate.findReference(name);
  }

  @Override
  public List<Reference> listReferences() {
    return delegate.listReferences();
  }

  @Override
  public void deleteReference(String name) {
    delegate.deleteReference(name);
  }

  @Override
  public CommitId resetReference(String name, HeadId target, String message) {
    return delegate.resetReference(name, target, message);
  }

  @Override
  public CommitId resetReference(String name, HeadId target, String message, Set<String> except) {
    return delegate.resetReference(name, target, message, except);
  }

  @Override
  public void checkReset(String name, HeadId target) {
    delegate.checkReset(name, target);
  }

  @Override
  public void checkRecovery(String name, HeadId target) {
    delegate.checkRecovery(name, target);
  }

  @Override
  public HeadId findRecoverable(String name) {
    return delegate.findRecoverable(name);
  }

  @Override
  public Recovered recoverReference(String name, HeadId target, String message) {
    return delegate.recoverReference(name, target, message);
  }

  @Override
  public Snapshot current(String reference) {
    return delegate.current(reference);
  }

  @Override
  public Snapshot recent(String reference) {
    return delegate.recent(reference);
  }

  @Override
  public Snapshot at(String reference, HeadId head) {
    return delegate.at(reference, head);
  }

  @Override
  public Snapshot at(String reference, Instant time) {
    return delegate.at(reference, time);
  }

  @Override
  public Snapshot stateFor(String reference, PageRequest page) {
    return delegate.stateFor(reference, page);
  }

  @Override
  public <R> Committed<R> commit(String reference, Change<R> change) {
    return delegate.commit(reference, change);
  }

  @Override
  public <R> Committed<R> commit(String reference, Change<R> change, Duration patience) {
    return delegate.commit(reference, change, patience);
  }

  @Override
  public <R> PendingCommit<R> submit(String reference, Change<R> change) {
    return delegate.submit(reference, change);
  }

  @Override
  public KeyedCommit commit(String reference, CommitKey key, Change<Bytes> change) {
    return delegate.commit(reference, key, change);
  }

  @Override
  public KeyedCommit commit(
      String reference, CommitKey key, Change<Bytes> change, Duration patience) {
    return delegate.commit(reference, key, change, patience);
  }

  @Override
  public PendingCommit<KeyedCommit> submit(String reference, CommitKey key, Change<Bytes> change) {
    return delegate.submit(reference, key, change);
  }

  @Override
  public KeyedCommit recordFailure(String reference, CommitKey key, Bytes failure) {
    return delegate.recordFailure(reference, key, failure);
  }

  @Override
  public Optional<KeyedCommit> findKey(String reference, CommitKey key) {
    return delegate.findKey(reference, key);
  }

  @Override
  public CommitStatus commitStatus(CommitId commit) {
    return delegate.commitStatus(commit);
  }

  @Override
  public LogPage log(String reference, int limit) {
    return delegate.log(reference, limit);
  }

  @Override
  public LogPage log(CommitId from, int limit) {
    return delegate.log(from, limit);
  }

  @Override
  public List<LogEntry> logAfter(CommitId commit, int limit) {
    return delegate.logAfter(commit, limit);
  }

  @Override
  public void close() {
    delegate.close();
  }
}
