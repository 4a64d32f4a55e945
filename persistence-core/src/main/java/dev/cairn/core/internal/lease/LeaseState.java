package dev.cairn.core.internal.lease;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.snowflake.LeaseHolder;
import java.util.Map;

/**
 * The stored form of a lease: its owner and its end, as a whole value or a part of one.
 *
 * @param owner identifies this grant; never recurs
 * @param host the holder's machine, for operators
 * @param process the holder's process on that machine, for operators
 * @param released whether the holder released it
 * @param since the timestamp at which it was granted
 * @param until the last timestamp of the lease; after a release, the last one that was used
 * @param unknown properties that a newer release added
 */
public record LeaseState(
    String owner,
    String host,
    String process,
    boolean released,
    long since,
    long until,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

  /** Copies the map. */
  public LeaseState {
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  static LeaseState granted(
      String owner, LeaseHolder holder, long since, long until, Map<String, JsonNode> unknown) {
    return new LeaseState(owner, holder.host(), holder.process(), false, since, until, unknown);
  }

  /** The same lease, extended to {@code newUntil}; never shortened. */
  LeaseState renewed(long newUntil) {
    return new LeaseState(
        owner, host, process, released, since, Math.max(until, newUntil), unknown);
  }

  /** The same lease, released. */
  LeaseState released(long lastUsed) {
    return new LeaseState(owner, host, process, true, since, lastUsed, unknown);
  }

  /** The same lease without a holder: {@code newOwner} is a grant that no process uses. */
  public LeaseState taken(String newOwner) {
    return new LeaseState(newOwner, host, process, true, since, until, unknown);
  }

  /** The current or last holder. */
  public LeaseHolder holder() {
    return new LeaseHolder(host, process);
  }

  /**
   * Whether it can be acquired at the timestamp {@code now}. A released lease is free from the last
   * used timestamp on; another one when {@code skewMillis} more have passed, since the holder's
   * clock may be that far behind.
   */
  public boolean isFree(long now, long skewMillis) {
    return released ? now >= until : now - skewMillis > until;
  }
}
