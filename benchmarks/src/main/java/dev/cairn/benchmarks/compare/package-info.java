/**
 * Cairn and Nessie's storage side by side: the same work is done by both, in turns, and the ratios
 * are what is told.
 *
 * <p>{@link dev.cairn.benchmarks.compare.Compare} is the program. Its {@link
 * dev.cairn.benchmarks.compare.Plan} is a list of {@link dev.cairn.benchmarks.compare.Cell}s, one
 * for each pair of figures. A {@link dev.cairn.benchmarks.compare.Side} measures for Cairn or for
 * Nessie, in a process of its own, so that neither meets the other's heap, compiled code or garbage
 * collector. The {@link dev.cairn.benchmarks.compare.Driver} lets them take turns of about a
 * second, the first one of a turn being the last of the next, so that whatever else a machine does
 * meets both. Each turn of both gives one ratio; told are their median and their range.
 *
 * <p>What both do is a {@link dev.cairn.benchmarks.compare.Subject}: the only code that differs.
 * All figures go to a file, to which later runs add, and {@link
 * dev.cairn.benchmarks.compare.Report} makes pages and plots of it.
 */
@NullMarked
package dev.cairn.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
