/**
 * What a check finds and what an export carries, on one kind of backend.
 *
 * <p>{@link dev.cairn.testkit.maintenance.CheckSuite} damages every kind of row in a {@code
 * FilledStore} on purpose, and compares what the check says with what readers meet; in {@link
 * dev.cairn.testkit.maintenance.CheckRaceSuite} others commit and collect meanwhile. {@link
 * dev.cairn.testkit.maintenance.TransferSuite} takes stores into files and other databases; in
 * {@link dev.cairn.testkit.maintenance.DamagedExportSuite} the files are not as they were written,
 * and in {@link dev.cairn.testkit.maintenance.InterruptedTransferSuite} crashes, commits,
 * collections and clocks come between. Extend them to run them; the embedded backends do, as each
 * test needs databases of its own.
 */
@NullMarked
package dev.cairn.testkit.maintenance;

import org.jspecify.annotations.NullMarked;
