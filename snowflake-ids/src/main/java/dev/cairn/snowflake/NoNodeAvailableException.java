package dev.cairn.snowflake;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** No node could be leased: all are held, or the store does not answer or refuses. */
public final class NoNodeAvailableException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int SHOWN = 5;

  private final transient List<NodeLeaseInfo> holders;
  private final boolean refused;

  NoNodeAvailableException(
      List<NodeLeaseInfo> holders, int unknown, @Nullable RuntimeException cause) {
    super(message(holders, unknown), cause);
    this.holders = List.copyOf(holders);
    this.refused = false;
  }

  /** The store refuses a node to this process. */
  NoNodeAvailableException(RuntimeException refusal) {
    super("no node to make IDs with: " + refusal.getMessage(), refusal);
    this.holders = List.of();
    this.refused = true;
  }

  /** Whether the store refused, so that asking for another node is useless. */
  boolean isRefused() {
    return refused;
  }

  private static String message(List<NodeLeaseInfo> holders, int unknown) {
    String found =
        "no node to make IDs with: of %s nodes tried, %s are held and %s gave no answer"
            .formatted(holders.size() + unknown, holders.size(), unknown);
    if (holders.isEmpty()) {
      return found + "; look at the store's health";
    }
    return found
        + "; the next to end are "
        + holders.stream()
            .sorted(Comparator.comparingLong(NodeLeaseInfo::until))
            .limit(SHOWN)
            .map(NodeLeaseInfo::toString)
            .collect(Collectors.joining("; "))
        + (unknown == 0 ? ". Stop processes that are not needed, or wait for leases to end" : "");
  }

  /** The holders found, with the end of their leases; empty after deserialization. */
  public List<NodeLeaseInfo> holders() {
    return holders == null ? List.of() : holders;
  }
}
