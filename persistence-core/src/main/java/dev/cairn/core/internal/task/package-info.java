/**
 * Implementation of {@link dev.cairn.api.task}: tasks whose runs are guarded by leases.
 *
 * <p>A {@link dev.cairn.core.internal.task.TaskRecord} is one updateable object of the system scope
 * for each task, with a lease in it. {@link dev.cairn.core.internal.task.EngineTasks} acquires the
 * lease and begins the run by one write, and ends the run and releases the lease by another. A run
 * therefore has one end: a process that lost the lease can no longer write an end, however late its
 * write arrives. The lease of a process that dies lapses, and the process that takes it over
 * continues from the last checkpoint.
 */
@NullMarked
package dev.cairn.core.internal.task;

import org.jspecify.annotations.NullMarked;
