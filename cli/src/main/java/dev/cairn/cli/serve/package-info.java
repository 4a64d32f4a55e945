/**
 * The command {@code serve}: an Iceberg REST server in the process of the tool.
 *
 * <p>{@code ServeCommand} decides what to serve, opens it, and waits for the signal to stop. {@code
 * LocalStart} is what it serves if no database is configured: a store and a warehouse in one
 * directory. {@code ClientLines} are the lines that connect engines, {@code DrainSchedule} runs
 * beside the server, {@code ServerLog} writes what is logged to the standard error.
 */
@NullMarked
package dev.cairn.cli.serve;

import org.jspecify.annotations.NullMarked;
