/**
 * Commits of several processes to one reference, on a real database: {@link
 * dev.cairn.benchmarks.processes.ProcessBenchmark} starts a server and the processes, {@link
 * dev.cairn.benchmarks.processes.Committers} is what each of them does.
 */
@NullMarked
package dev.cairn.benchmarks.processes;

import org.jspecify.annotations.NullMarked;
