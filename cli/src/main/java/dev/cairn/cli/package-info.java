/**
 * The operator's tool: what the script {@code cairn} at the root starts.
 *
 * <p>{@link dev.cairn.cli.Main} gives the process's streams to a {@link dev.cairn.cli.Tool} as a
 * {@link dev.cairn.cli.Console}. The tool is also the root command: it has the options that all
 * commands share, and turns whatever a command throws into one sentence and an {@link
 * dev.cairn.cli.ExitCode}. Its {@link dev.cairn.cli.StoreOptions} read the configuration and open
 * the database as a {@link dev.cairn.cli.ToolConnection}. Commands are in {@link
 * dev.cairn.cli.command}; they put what they found into a report of {@link dev.cairn.cli.output},
 * which becomes text for people or JSON for programs. Results go to the standard output, everything
 * else to the standard error.
 */
@NullMarked
package dev.cairn.cli;

import org.jspecify.annotations.NullMarked;
