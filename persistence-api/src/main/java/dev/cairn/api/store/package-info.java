/**
 * Reading and committing: states of references, changes, results and the log.
 *
 * <p>A {@link dev.cairn.api.store.Store} belongs to one scope. A {@link
 * dev.cairn.api.store.Snapshot} is one state of a reference: ordered indexes and the objects they
 * refer to. To change it, an application passes a {@link dev.cairn.api.store.Change} to {@link
 * dev.cairn.api.store.Store#commit}: a function that reads the current state from a {@link
 * dev.cairn.api.store.Workspace}, checks its requirements, writes objects and edits indexes. A
 * commit is atomic. Concurrent commits of one process on one reference share a swap of the
 * reference where possible.
 *
 * <p>Large values can be encoded before the commit: {@link dev.cairn.api.store.Store#prepare}
 * returns a {@link dev.cairn.api.store.Prepared} value. What changes too often for commits can be
 * an object of {@link dev.cairn.api.store.Updateables}, which changes in place.
 *
 * <p>The result, {@link dev.cairn.api.store.Committed}, has a {@link dev.cairn.api.store.CommitId}
 * that leads to the {@link dev.cairn.api.store.LogEntry} and to the state after the commit, and
 * from which {@link dev.cairn.api.store.Store#logAfter followers} read on. If it is unknown whether
 * a commit was applied, a {@link dev.cairn.api.store.CommitUnknownException} carries the same ID,
 * for a later call of {@link dev.cairn.api.store.Store#commitStatus}. Callers that need certainty
 * commit with a {@link dev.cairn.api.store.CommitKey}, which a reference accepts once.
 */
@NullMarked
package dev.cairn.api.store;

import org.jspecify.annotations.NullMarked;
