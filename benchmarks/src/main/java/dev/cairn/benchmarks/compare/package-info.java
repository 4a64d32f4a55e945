/**
 * Compares Cairn with Nessie's storage: both do the same work in turns, and the result is a ratio.
 *
 * <p>{@link dev.cairn.benchmarks.compare.Compare} is the program. Its {@link
 * dev.cairn.benchmarks.compare.Plan} is a list of {@link dev.cairn.benchmarks.compare.Cell}s, one
 * for each pair of figures. A {@link dev.cairn.benchmarks.compare.Side} measures Cairn or Nessie in
 * a separate process, so that neither is affected by the other's heap, compiled code or garbage
 * collector. With the {@link dev.cairn.benchmarks.compare.Driver} they take turns of about a second
 * in changing order, so that other work on the machine affects both. Each pair of turns gives one
 * ratio; the report has their median and range.
 *
 * <p>The operations are those of a {@link dev.cairn.benchmarks.compare.Subject}: the only code that
 * differs. All figures go to a file, to which later runs add, and {@link
 * dev.cairn.benchmarks.compare.ComparisonReport} generates pages and plots from it.
 */
@NullMarked
package dev.cairn.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
