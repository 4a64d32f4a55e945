package dev.cairn.snowflake;

import java.time.Instant;

/**
 * A description of a node lease, for operators.
 *
 * @param node the node
 * @param holder the current or last holder
 * @param released whether it was released; it can then be leased once {@code until} is past
 * @param since the timestamp at which the holder got it
 * @param until the last timestamp that the holder may use, or used
 */
public record NodeLeaseInfo(
    int node, LeaseHolder holder, boolean released, long since, long until) {
  /** When the holder got the node. */
  public Instant sinceInstant() {
    return SnowflakeId.toInstant(since);
  }

  /** The start of the last millisecond of the lease. */
  public Instant untilInstant() {
    return SnowflakeId.toInstant(until);
  }

  /** Such as {@code node 17: process 4711 on db-host since 2026-… until 2026-…}. */
  @Override
  public String toString() {
    return "node %s: %sprocess %s on %s since %s until %s"
        .formatted(
            node,
            released ? "released by " : "",
            holder.process(),
            holder.host(),
            sinceInstant(),
            untilInstant());
  }
}
