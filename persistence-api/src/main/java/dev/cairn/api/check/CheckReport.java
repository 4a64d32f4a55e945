package dev.cairn.api.check;

import java.util.List;

/**
 * What a check found.
 *
 * @param totals how much was checked
 * @param findings what is not as it should be; sorted
 * @param furtherFindings how many more there are
 * @param expiredHeads how many references have earlier states that garbage collection no longer
 *     keeps: those are not checked, and what they lack is no damage
 * @param complete whether all was checked; if not, a finding says why
 */
public record CheckReport(
    CheckProgress totals,
    List<Finding> findings,
    long furtherFindings,
    long expiredHeads,
    boolean complete) {
  /** Copies the list. */
  public CheckReport {
    findings = List.copyOf(findings);
  }

  /** Whether everything was checked and is as it should be. */
  public boolean isClean() {
    return complete && findings.isEmpty();
  }
}
