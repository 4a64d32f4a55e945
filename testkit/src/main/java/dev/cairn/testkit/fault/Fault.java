package dev.cairn.testkit.fault;

import dev.cairn.api.spi.Operation;

/**
 * What may go wrong with a call, in the terms of the contract: whatever is injected, a sound
 * backend stays sound. Each has an amount, which says how much of it there is.
 */
public enum Fault {
  /** Refused before it was sent: certainly nothing was done, and the caller knows. */
  REFUSED,

  /** Refused, and so are the next calls, as many in all as the amount says. */
  THROTTLED,

  /** The request was lost: nothing was done, but a conditional write cannot know and is unknown. */
  REQUEST_LOST,

  /** The reply was lost: the call was done, but a conditional write cannot know and is unknown. */
  REPLY_LOST,

  /**
   * The write is on its way when the caller gives up, and is done later, under the condition it was
   * prepared with: after as many further calls as the amount says, or with 0 when it is let go. To
   * the caller it is the same as {@link #REPLY_LOST}.
   */
  DELAYED,

  /**
   * The request arrives twice, the second time after as many further calls as the amount says; the
   * caller hears the first reply.
   *
   * <p>Only what was applied is repeated, and no insert: its token is gone, so that the second can
   * do nothing. To repeat anything else is no fault of the network but a backend's breach of the
   * contract. After a conflict the expected token may still come, by a delayed write, and the
   * second would be applied though the caller heard otherwise.
   */
  DUPLICATED,

  /**
   * A weak read is answered by a replica that is behind by as many versions as the amount says, or
   * did not get the row at all. Strong reads are left alone.
   */
  STALE,

  /** It takes as many milliseconds longer as the amount says, half of them before it is done. */
  SLOW,

  /**
   * Only as many rows of a bulk write, a bulk read or a scan are done as the amount says, then it
   * fails.
   */
  PARTIAL,

  /** A conflict does not say what is there, as on a database that does not tell. */
  SILENT;

  /** Whether it can happen to calls of {@code operation}. */
  public boolean appliesTo(Operation operation) {
    return switch (this) {
      case REFUSED, THROTTLED, REQUEST_LOST, REPLY_LOST, SLOW -> true;
      case DELAYED ->
          operation.isConditional()
              || operation == Operation.WRITE
              || operation == Operation.DELETE;
      case DUPLICATED ->
          switch (operation) {
            case SWAP_REFERENCE, REMOVE_REFERENCE, WRITE_AND_SWAP, SWAP, DELETE_IF -> true;
            default -> false;
          };
      case STALE -> operation == Operation.READ_REFERENCE || operation == Operation.FETCH;
      case PARTIAL ->
          switch (operation) {
            case WRITE, DELETE, FETCH, SCAN_OBJECTS, SCAN_REFERENCES -> true;
            default -> false;
          };
      case SILENT -> operation.isConditional();
    };
  }
}
