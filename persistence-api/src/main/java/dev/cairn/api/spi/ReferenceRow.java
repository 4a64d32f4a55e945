package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import java.util.OptionalLong;

/**
 * The row of a reference: small, and changed only by swap.
 *
 * <p>A reference is inserted {@linkplain #create without a head} and gets content by {@linkplain
 * #moveTo swap}. Deleting swaps to a {@linkplain #tombstone tombstone} that keeps head and version;
 * creating it again swaps the tombstone {@linkplain #revive back}. Every change has a new token, so
 * a delayed write that was prepared before it can no longer be applied. Every change but one of the
 * {@linkplain #withTurns turns alone} raises the version and, unless it says otherwise, clears the
 * turns.
 *
 * @param key its key
 * @param headId the current head object; empty in the empty state
 * @param version starts at 1, incremented by every swap that changes more than the turns
 * @param token the token that the next conditional write expects
 * @param createdAtMicros when it was last created, in microseconds since 1970
 * @param earlierHeads the thinned line of heads before the current one
 * @param deletedAtMicros when it was deleted, if this is a tombstone
 * @param turns the processes that wait for their turn, in a form that only the engine reads; empty
 *     in rows that no process waits for, and in tombstones
 */
public record ReferenceRow(
    ReferenceKey key,
    OptionalLong headId,
    long version,
    Token token,
    long createdAtMicros,
    EarlierHeads earlierHeads,
    OptionalLong deletedAtMicros,
    Bytes turns) {
  /** The most bytes that turns may have. */
  public static final int MAX_TURNS_BYTES = 4096;

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
    if (turns.length() > MAX_TURNS_BYTES) {
      throw new IllegalArgumentException(
          "turns have at most %d bytes, not %d".formatted(MAX_TURNS_BYTES, turns.length()));
    }
    if (deletedAtMicros.isPresent() && turns.length() > 0) {
      throw new IllegalArgumentException("a tombstone has no turns");
    }
  }

  /** A row without turns. */
  public ReferenceRow(
      ReferenceKey key,
      OptionalLong headId,
      long version,
      Token token,
      long createdAtMicros,
      EarlierHeads earlierHeads,
      OptionalLong deletedAtMicros) {
    this(
        key, headId, version, token, createdAtMicros, earlierHeads, deletedAtMicros, Bytes.empty());
  }

  /** A reference in the empty state, for insertion. */
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
    return moveTo(newHead, earlier, Bytes.empty(), newToken);
  }

  /** The same, with turns. */
  public ReferenceRow moveTo(long newHead, EarlierHeads earlier, Bytes nextTurns, Token newToken) {
    checkState(!isTombstone(), "is deleted; it cannot get a head");
    return new ReferenceRow(
        key,
        OptionalLong.of(newHead),
        version + 1,
        newToken,
        createdAtMicros,
        earlier,
        OptionalLong.empty(),
        nextTurns);
  }

  /**
   * The next row with other turns and the same content and version. A write prepared on this row
   * fails; its author sees by head and version that nothing else changed.
   */
  public ReferenceRow withTurns(Bytes nextTurns, Token newToken) {
    checkState(!isTombstone(), "is deleted; no process waits for it");
    return new ReferenceRow(
        key,
        headId,
        version,
        newToken,
        createdAtMicros,
        earlierHeads,
        OptionalLong.empty(),
        nextTurns);
  }

  /** The next row with the same content; makes every write prepared on this row fail. */
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
   * The next row of a tombstone that is created again, in the empty state. The version continues,
   * so that a write prepared before the deletion cannot be applied after it. {@code earlier} is the
   * line of heads including the deleted head, so that attempts from before the deletion can still
   * be settled.
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
