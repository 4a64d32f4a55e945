/**
 * Export and import of a database or a scope: to a file and back, or directly into another database
 * of any kind.
 *
 * <p>{@link dev.cairn.api.transfer.Transfers} is the entry point; {@link
 * dev.cairn.api.transfer.Transfers.Progress} reports progress, and a {@link
 * dev.cairn.api.transfer.TransferReport} the result. An incomplete file causes an {@link
 * dev.cairn.api.transfer.InvalidExportException}, a target that is not ready an {@link
 * dev.cairn.api.transfer.ImportRefusedException}.
 */
@NullMarked
package dev.cairn.api.transfer;

import org.jspecify.annotations.NullMarked;
