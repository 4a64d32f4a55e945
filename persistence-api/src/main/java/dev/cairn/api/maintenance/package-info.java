/**
 * What keeps a database small: {@linkplain dev.cairn.api.maintenance.Maintenance garbage
 * collection}.
 *
 * <p>A commit writes new objects and pages and leaves the old ones where they are, so that earlier
 * states can still be read, and so does a commit that came to nothing. What no state needs any more
 * goes by collection: it <i>marks</i> what is reachable from any reference, in its present state or
 * one superseded less than {@code cairn.gc.retention} ago, and then <i>sweeps</i> what is unmarked
 * and older than {@code cairn.gc.grace}. One process at a time does it, by itself every {@code
 * cairn.gc.period}; if it dies, another goes on.
 */
@NullMarked
package dev.cairn.api.maintenance;

import org.jspecify.annotations.NullMarked;
