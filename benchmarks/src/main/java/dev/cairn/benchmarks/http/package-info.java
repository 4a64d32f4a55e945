/**
 * Requests over HTTP to a Cairn server and to Iceberg's reference server, each in a process of its
 * own with the same heap and the same files.
 *
 * <p>{@link dev.cairn.benchmarks.http.HttpBenchmark} is the program. It starts {@link
 * dev.cairn.benchmarks.http.MeasuredServer}s, prepares their tables, and lets {@link
 * dev.cairn.benchmarks.http.HttpClients} repeat requests that are built beforehand, so that the
 * processor time of clients is small. The processor time of a server is what its process has used.
 */
@NullMarked
package dev.cairn.benchmarks.http;

import org.jspecify.annotations.NullMarked;
