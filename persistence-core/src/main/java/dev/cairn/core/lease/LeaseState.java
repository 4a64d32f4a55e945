package dev.cairn.core.lease;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.snowflake.LeaseHolder;
import java.util.Map;

/**
 * Who has something and until when: a value of its own, or a part of one.
 *
 * @param owner tells this grant from every other; never recurs
 * @param host the holder's machine, for operators
 * @param process the holder's process on that machine, for operators
 * @param released whether it was given back
 * @param since the timestamp at which it was granted
 * @param until the last timestamp of the lease; once given back, the last one that was used
 * @param unknown what a newer release put there
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

  /** The same lease, up to {@code newUntil} or as long as it was. */
  LeaseState renewed(long newUntil) {
    return new LeaseState(
        owner, host, process, released, since, Math.max(until, newUntil), unknown);
  }

  /** The same lease, given back. */
  LeaseState released(long lastUsed) {
    return new LeaseState(owner, host, process, true, since, lastUsed, unknown);
  }

  /** The same lease in nobody's hands: {@code newOwner} is a grant that is over. */
  public LeaseState taken(String newOwner) {
    return new LeaseState(newOwner, host, process, true, since, until, unknown);
  }

  /** Who has it, or had it last. */
  public LeaseHolder holder() {
    return new LeaseHolder(host, process);
  }

  /**
   * Whether it may be taken at the timestamp {@code now}. What was given back is free from the last
   * timestamp that was used on; what was not, when {@code skewMillis} more have passed, since the
   * holder's clock may be that far behind.
   */
  public boolean isFree(long now, long skewMillis) {
    return released ? now >= until : now - skewMillis > until;
  }
}
