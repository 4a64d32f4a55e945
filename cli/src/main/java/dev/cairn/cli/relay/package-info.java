/**
 * Commands that change a store which a server on the same machine has open: the tool has the server
 * run them.
 *
 * <p>RocksDB lets one process write. The server puts a {@code ServerNote} into the store, which
 * only the owner can read, with the address of its management port and a secret. The tool that
 * finds the store locked finds the note, and {@code CommandRelay} sends the server a {@code
 * CommandCall}: the command line, and what the command sees of the tool's process. {@code
 * CommandHost} runs it in the server as a {@link dev.cairn.cli.Tool} on a {@link
 * dev.cairn.cli.HostedStore}, and sends back {@code ReplyFrame}s while it runs: output, the
 * question to confirm if there is one, and the exit code.
 */
@NullMarked
package dev.cairn.cli.relay;

import org.jspecify.annotations.NullMarked;
