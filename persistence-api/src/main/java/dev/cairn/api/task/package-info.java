/**
 * Work that one process at a time does for all: garbage collection, purges, whatever an application
 * adds.
 *
 * <p>A task is a name. {@link dev.cairn.api.task.Tasks#submit} begins a run of it, or joins the one
 * that is under way; processes that can do it offer to {@link dev.cairn.api.task.Tasks#run} it, and
 * the database lets one of them. That one says from time to time that it is still there, by its
 * {@link dev.cairn.api.task.TaskContext}. If it dies, another takes over where it left off, without
 * anybody's help. How the last run ended stays to be read in a {@link
 * dev.cairn.api.task.TaskStatus}.
 */
@NullMarked
package dev.cairn.api.task;

import org.jspecify.annotations.NullMarked;
