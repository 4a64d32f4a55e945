package dev.cairn.api.check;

import java.util.List;

/**
 * The result of a check.
 *
 * @param totals the amount checked
 * @param findings the findings, sorted
 * @param furtherFindings the number of findings beyond those kept
 * @param expiredHeads how often the check reached states that are no longer retained; these are not
 *     checked, and missing parts of them are not damage
 * @param complete whether everything was checked; if not, a finding gives the reason
 */
public record CheckReport(
    Checks.Progress totals,
    List<Finding> findings,
    long furtherFindings,
    long expiredHeads,
    boolean complete) {
  /** Copies the list. */
  public CheckReport {
    findings = List.copyOf(findings);
  }

  /** Whether the check is complete and found nothing. */
  public boolean isClean() {
    return complete && findings.isEmpty();
  }
}
