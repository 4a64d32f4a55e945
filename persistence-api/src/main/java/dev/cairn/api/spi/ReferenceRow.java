package dev.cairn.api.spi;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import java.util.OptionalLong;

/**
 * The row of a reference: small, and changed by swap only.
 *
 * <p>A reference is inserted {@linkplain #create without a head}; content comes by {@linkplain
 * #moveTo swap}. Deleting swaps to a {@linkplain #tombstone tombstone} that keeps head and version,
 * creating it again swaps the tombstone {@linkplain #revive back}. Every change raises the version
 * and has a new token, so a delayed write that was prepared before it can no longer land.
 *
 * @param key where it is
 * @param headId the current head object, none in the empty state
 * @param version 1 at first, raised by every swap
 * @param token what the next conditional write has to name
 * @param createdAtMicros microseconds since 1970 when it was last created
 * @param earlierHeads the thinned line of heads before the current one
 * @param deletedAtMicros when it was deleted, if this is a tombstone
 */
public record ReferenceRow(
    ReferenceKey key,
    OptionalLong headId,
    long version,
    Token token,
    long createdAtMicros,
    EarlierHeads earlierHeads,
    OptionalLong deletedAtMicros) {
  /** Checks the numbers. */
  public ReferenceRow {
    if (version < 1) {
      throw new IllegalArgumentException("a version is 1 or more, not " + version);
    }
    if (headId.isPresent() && headId.getAsLong() < 0) {
      throw new IllegalArgumentException("the head ID uses the reserved top bit");
    }
    ObjectRow.checkMicros("created-at", createdAtMicros);
    deletedAtMicros.ifPresent(micros -> ObjectRow.checkMicros("deleted-at", micros));
  }

  /** A reference in the empty state, to be inserted. */
  public static ReferenceRow create(ReferenceKey key, Token token, long createdAtMicros) {
    return new ReferenceRow(
        key,
        OptionalLong.empty(),
        1,
        token,
        createdAtMicros,
        EarlierHeads.none(),
        OptionalLong.empty());
  }

  /** Whether the reference is deleted. */
  public boolean isTombstone() {
    return deletedAtMicros.isPresent();
  }

  /** The next row with {@code newHead} as its head and {@code earlier} behind it. */
  public ReferenceRow moveTo(long newHead, EarlierHeads earlier, Token newToken) {
    checkState(!isTombstone(), "is deleted; it cannot get a head");
    return new ReferenceRow(
        key,
        OptionalLong.of(newHead),
        version + 1,
        newToken,
        createdAtMicros,
        earlier,
        OptionalLong.empty());
  }

  /** The next row with the same content: every write prepared on this one fails after it. */
  public ReferenceRow fence(Token newToken) {
    return new ReferenceRow(
        key, headId, version + 1, newToken, createdAtMicros, earlierHeads, deletedAtMicros);
  }

  /** The next row as a tombstone, which keeps head and line of heads. */
  public ReferenceRow tombstone(Token newToken, long nowMicros) {
    checkState(!isTombstone(), "is deleted already");
    return new ReferenceRow(
        key,
        headId,
        version + 1,
        newToken,
        createdAtMicros,
        earlierHeads,
        OptionalLong.of(nowMicros));
  }

  /**
   * The next row of a tombstone that is created again: in the empty state, and with a version that
   * goes on, so that no write prepared before the deletion can pass for one after it. {@code
   * earlier} is the line with the deleted head in it: who asks about an attempt from before still
   * finds it.
   */
  public ReferenceRow revive(EarlierHeads earlier, Token newToken, long nowMicros) {
    checkState(isTombstone(), "is not deleted; it cannot be created again");
    return new ReferenceRow(
        key, OptionalLong.empty(), version + 1, newToken, nowMicros, earlier, OptionalLong.empty());
  }

  private void checkState(boolean allowed, String problem) {
    if (!allowed) {
      throw new IllegalStateException("reference " + key + " " + problem);
    }
  }
}
