/**
 * {@linkplain dev.cairn.api.maintenance.Maintenance Garbage collection}, which keeps a database
 * small.
 *
 * <p>A commit writes new objects and pages and keeps the old ones, so that earlier states stay
 * readable; a failed commit leaves its objects behind too. A collection <i>marks</i> everything
 * reachable from any reference, in its current state or one superseded less than {@code
 * cairn.gc.retention} ago, and then <i>sweeps</i> unmarked rows older than {@code cairn.gc.grace}.
 * One process at a time collects, every {@code cairn.gc.period}; if it dies, another resumes.
 */
@NullMarked
package dev.cairn.api.maintenance;

import org.jspecify.annotations.NullMarked;
