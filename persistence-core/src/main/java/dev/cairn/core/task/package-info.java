/**
 * Tasks on leases: how {@link dev.cairn.api.task} keeps its promises.
 *
 * <p>A {@link dev.cairn.core.task.TaskRecord} is one updateable object of the system scope for each
 * task, with a lease in it. {@link dev.cairn.core.task.EngineTasks} takes the lease and begins the
 * run by one and the same write, and ends the run and gives the lease back by another. So a run has
 * one end: whoever lost the lease to another cannot write an end any more, however late its write
 * arrives. A process that dies leaves a lease that ends by itself, and whoever takes it goes on
 * from the last checkpoint.
 */
@NullMarked
package dev.cairn.core.task;

import org.jspecify.annotations.NullMarked;
