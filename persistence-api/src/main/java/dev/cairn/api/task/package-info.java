/**
 * Tasks: work that one process at a time does for all, such as garbage collection and purges.
 *
 * <p>A task has a name. {@link dev.cairn.api.task.Tasks#submit} starts a run or joins the current
 * one. Processes that can execute it offer to {@link dev.cairn.api.task.Tasks#run} it, and a lease
 * in the database selects one of them. Its work sends heartbeats through its {@link
 * dev.cairn.api.task.TaskContext}. If the process dies, another takes over from the last
 * checkpoint. A {@link dev.cairn.api.task.TaskStatus} describes the newest run.
 */
@NullMarked
package dev.cairn.api.task;

import org.jspecify.annotations.NullMarked;
