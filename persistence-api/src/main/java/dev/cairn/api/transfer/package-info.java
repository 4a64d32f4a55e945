/**
 * Takes a database, or one scope of it, elsewhere: into a file and back, or straight into another
 * database of whatever kind.
 *
 * <p>{@link dev.cairn.api.transfer.Transfers} does it; {@link
 * dev.cairn.api.transfer.TransferProgress} says how far it is, and a {@link
 * dev.cairn.api.transfer.TransferReport} what was moved. A file that is not whole is refused with
 * an {@link dev.cairn.api.transfer.InvalidExportException}, a target that is not ready for it with
 * an {@link dev.cairn.api.transfer.ImportRefusedException}.
 */
@NullMarked
package dev.cairn.api.transfer;

import org.jspecify.annotations.NullMarked;
