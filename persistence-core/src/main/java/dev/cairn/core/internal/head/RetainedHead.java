package dev.cairn.core.internal.head;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Map;

/**
 * The stored version of the oldest head that collections keep of a reference. What is missing under
 * an older head has expired; under this one or a newer one it is damage.
 *
 * @param life the life of the reference, by its time of creation
 * @param version the version of the oldest head that is kept; earlier heads may be deleted
 * @param unknown properties that a newer release added
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

  /** Replaces absent properties by their defaults. */
  public RetainedHead {
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /**
   * Whether collections may have deleted a head of this version of {@code row}. Versions continue
   * from life to life, so what was collected of an earlier life counts too.
   */
  public boolean isExpired(ReferenceRow row, long headVersion) {
    return life <= row.createdAtMicros() && headVersion < version;
  }

  /**
   * This, raised to {@code other}, of the same life or a later one: versions continue across lives.
   */
  RetainedHead raisedTo(RetainedHead other) {
    return new RetainedHead(other.life, Math.max(version, other.version), unknown);
  }

  /** Whether {@code other} permits more heads to be deleted. */
  boolean isBefore(RetainedHead other) {
    return life < other.life || (life == other.life && version < other.version);
  }
}
