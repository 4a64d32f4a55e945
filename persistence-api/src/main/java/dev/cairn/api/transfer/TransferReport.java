package dev.cairn.api.transfer;

import dev.cairn.api.check.CheckReport;
import java.time.Duration;
import java.util.Optional;

/**
 * What was moved.
 *
 * @param contents what the export holds
 * @param check what the check of the target found, which is nothing; there is none of an export
 * @param elapsed how long it took
 */
public record TransferReport(
    ExportContents contents, Optional<CheckReport> check, Duration elapsed) {}
