/**
 * Stores: commits in groups by one swap, states of references, the log.
 *
 * <p>{@link dev.cairn.core.internal.store.EngineStore} is an application's access to one scope;
 * {@link dev.cairn.core.internal.store.Stores} creates it, and {@link
 * dev.cairn.core.internal.store.SharedStores} gives out handles on one store per scope, which share
 * {@code CommitQueues}. A pending commit is a {@code QueuedCommit} in the queue of the {@code
 * GroupCommitter} of its reference. The leader's thread runs a {@code GroupRun}. Its {@code
 * GroupFill} takes commits from the queue and runs their changes in an {@code Attempt}, each in a
 * {@code MemberWorkspace} on top of the {@code GroupState} that the changes before it made. {@code
 * GroupEncoding} leaves large values that they put to the threads that wait for the commits. An
 * {@code AttemptWriter} then writes all rows by one bulk write and moves the reference by one swap,
 * and an {@code OutcomeRelease} completes the callers' commits. If no head can be built or written
 * for a group, its commits run one by one, so that only the commit at fault fails.
 *
 * <p>Before each attempt, a {@code TurnGate} lets the leader wait while it is another process's
 * turn, by the rules of {@link dev.cairn.core.internal.turn.TurnLine}; {@code Bases} finds the row
 * to begin from.
 *
 * <p>A commit with a key is a {@code KeyedChange}. {@code KnownKeys} holds what the state it runs
 * on knows of keys, also across lives of the reference; {@code AppliedKeys} finds a key, first in
 * the list of {@code RecentKeys}, later in {@code KeyRuns}. A {@code KeyLookup} does so outside a
 * commit.
 *
 * <p>A {@code StateReader} opens states. A {@code PageReader} reads one page of a listing from a
 * {@code SnapshotView}; a {@code PageToken} names the head and the position from which the next
 * request continues. A {@code LogReader} reads the log towards the past, a {@code ForwardLog} from
 * a commit on.
 *
 * <h2>What must never happen</h2>
 *
 * <ul>
 *   <li><b>A result of a state that never was.</b> A change that fails, or edits nothing, saw the
 *       edits of those before it in its group. Its caller therefore gets the result only after the
 *       group's swap; and if no change before it edited anything, only after a strong read that
 *       began after its submission showed the same row. Otherwise the change runs again.
 *   <li><b>"Not applied" for a commit that may still be applied.</b> Every attempt is settled
 *       before the next one begins, so at most one is unknown at any time. A caller that stops
 *       waiting gets the head of exactly that attempt, and no other head can contain its commit,
 *       because abandoned commits are not tried again.
 *   <li><b>A reference to something that is being collected.</b> {@code RevivalGuard} refuses
 *       objects that the commit did not write, did not reach through the state it was given, and
 *       that are not young.
 * </ul>
 */
@NullMarked
package dev.cairn.core.internal.store;

import org.jspecify.annotations.NullMarked;
