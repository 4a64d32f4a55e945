/**
 * Clock, waiting and randomness of the engine, and helpers that its parts share.
 *
 * <p>{@link dev.cairn.core.internal.runtime.Environment} bundles clock, waiter and randomness, so
 * that tests and the simulator replace all of them. {@link dev.cairn.core.internal.runtime.Backoff}
 * is the one retry policy. {@link dev.cairn.core.internal.runtime.WorkStack} walks trees with
 * several threads. {@link dev.cairn.core.internal.runtime.ProgressMeter} decides when long work
 * reports its progress. {@link dev.cairn.core.internal.runtime.ClockGuard} compares the process
 * clock with the database's, as a {@link dev.cairn.core.internal.runtime.ClockCheck} that every
 * writing part consults. {@link dev.cairn.core.internal.runtime.ScanBounds} computes where a scan
 * ends. {@link dev.cairn.core.internal.runtime.Micros} converts times to the form in rows.
 */
@NullMarked
package dev.cairn.core.internal.runtime;

import org.jspecify.annotations.NullMarked;
