/**
 * What a check finds and what an export carries, on one kind of backend.
 *
 * <p>{@link dev.cairn.testkit.maintenance.CheckSuite} damages every kind of row in a {@link
 * dev.cairn.testkit.maintenance.FilledStore} on purpose, and compares what the check says with what
 * readers meet. Extend it to run it; the embedded backends do, as it needs a database for each
 * test.
 */
@NullMarked
package dev.cairn.testkit.maintenance;

import org.jspecify.annotations.NullMarked;
