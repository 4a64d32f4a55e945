/**
 * Stores: commits in groups by one swap, states of references, the log.
 *
 * <p>{@link dev.cairn.core.store.EngineStore} is what an application has of a scope; {@link
 * dev.cairn.core.store.Stores} makes it. A commit, on its way, is an {@code Entry} in the queue of
 * the {@code GroupCommitter} of its reference. A thread that leads makes a {@code GroupRun}, which
 * takes entries and runs their changes in an {@code Attempt}, each in a {@code MemberWorkspace} on
 * top of the {@code GroupState} that those before it made. Then it writes all rows by one bulk
 * write, moves the reference by one swap, and an {@code Ending} tells the callers.
 *
 * <h2>What must never happen</h2>
 *
 * <ul>
 *   <li><b>A result of a state that never was.</b> A change that fails, or edits nothing, saw the
 *       edits of those before it in its group. So it is told only after the group's swap; and if
 *       nobody before it edited anything, after a strong read that began after its submission
 *       showed the same row. Otherwise it runs again.
 *   <li><b>"Not applied" about something that may land yet.</b> Every attempt is settled before the
 *       next one begins, so at most one is in doubt at any time. A caller who leaves is given the
 *       head of just that attempt, and no other head can bring its commit, because those who left
 *       are not tried again.
 *   <li><b>A reference to something that is being collected.</b> {@code Reach} refuses objects that
 *       the commit did not write, did not reach through the state it was given, and that are not
 *       young.
 * </ul>
 */
@NullMarked
package dev.cairn.core.store;

import org.jspecify.annotations.NullMarked;
