/**
 * What an application does with a scope: read states of a reference, and commit new ones.
 *
 * <p>A {@link dev.cairn.api.store.Store} belongs to one scope. A {@link
 * dev.cairn.api.store.Snapshot} is one state of a reference: ordered indexes, and the objects they
 * lead to. To change it, an application gives {@link dev.cairn.api.store.Store#commit} a {@link
 * dev.cairn.api.store.Change}, a function that finds the current state in a {@link
 * dev.cairn.api.store.Workspace}, checks what it requires, writes objects and edits indexes. All of
 * it becomes visible at once, or nothing. Commits of one process on one reference share one swap of
 * the reference where they can.
 *
 * <p>A {@link dev.cairn.api.store.Committed} tells what came of it, with a {@link
 * dev.cairn.api.store.CommitId} that finds the {@link dev.cairn.api.store.LogEntry} again, and the
 * state of that moment. When nobody can tell whether a commit was applied, a {@link
 * dev.cairn.api.store.CommitUnknownException} carries the same ID, to ask {@link
 * dev.cairn.api.store.Store#commitStatus} later. Whoever has to know commits with a {@link
 * dev.cairn.api.store.CommitKey}, which a reference takes once.
 */
@NullMarked
package dev.cairn.api.store;

import org.jspecify.annotations.NullMarked;
