package dev.cairn.core.head;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Map;

/**
 * Up to where collections have gone into the past of a reference. What is missing under an older
 * head is expired; under this one or a newer one it is damage.
 *
 * @param life which life of the reference it is about, by its time of creation
 * @param version the version of the oldest head that was kept; heads before it may be gone
 * @param unknown what a newer release put there
 */
public record RetainedHead(
    long life, long version, @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The type of the rows, one for each reference that was ever collected, in its scope. */
  public static final ObjectType<RetainedHead> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.retained";
        }

        @Override
        public Class<RetainedHead> valueClass() {
          return RetainedHead.class;
        }

        @Override
        public boolean updateable() {
          return true;
        }
      };

  /** Fills in what was left out. */
  public RetainedHead {
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /**
   * Whether collections may have taken a head of this version from {@code row}. Versions go on from
   * life to life, so what was collected of an earlier life counts too.
   */
  public boolean isExpired(ReferenceRow row, long headVersion) {
    return life <= row.createdAtMicros() && headVersion < version;
  }

  /** This with what {@code other}, of the same life or a later one, knows: versions go on. */
  RetainedHead raisedTo(RetainedHead other) {
    return new RetainedHead(other.life, Math.max(version, other.version), unknown);
  }

  /** Whether {@code other} knows of more that is gone. */
  boolean isBefore(RetainedHead other) {
    return life < other.life || (life == other.life && version < other.version);
  }
}
