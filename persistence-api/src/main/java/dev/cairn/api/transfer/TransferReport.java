package dev.cairn.api.transfer;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of a transfer.
 *
 * @param contents the contents of the export
 * @param check the check of the target, which found nothing; empty for an export
 * @param leftOut references that are damaged or miss something, and were not moved; sorted
 * @param findings what is wrong with these, as a check reports it
 * @param elapsed how long it took
 */
public record TransferReport(
    ExportContents contents,
    Optional<CheckReport> check,
    List<ReferenceKey> leftOut,
    List<Finding> findings,
    Duration elapsed) {
  /** Copies the lists. */
  public TransferReport {
    leftOut = List.copyOf(leftOut);
    findings = List.copyOf(findings);
  }
}
