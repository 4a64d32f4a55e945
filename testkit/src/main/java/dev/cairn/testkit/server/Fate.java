package dev.cairn.testkit.server;

/** What becomes of a request that runs into a {@link Trap}, and of its connection. */
public enum Fate {
  /** Nothing: it is only counted. */
  PASS,

  /** It never reaches the server, and the connection is reset. */
  CUT_REQUEST,

  /** It never reaches the server, nothing else on its connection does, and neither side notices. */
  SWALLOW_REQUEST,

  /**
   * It is held back, and all that follows on its connection, until {@link Trap#release}: a request
   * that arrives late, perhaps after its client has given up. It arrives even if the client has
   * closed the connection.
   */
  HOLD_REQUEST,

  /** The server does it and answers; the reply waits for {@link Trap#release}. */
  HOLD_REPLY,

  /** The server does it and answers; then the connection is reset in place of the reply. */
  CUT_REPLY,

  /** The server does it and answers; of the reply the first half arrives, then the end. */
  CUT_INSIDE_REPLY,

  /**
   * The server does it and answers; the client sees the end of the stream in place of the reply,
   * and may still send.
   */
  HALF_CLOSE,

  /** The server does it and answers; the reply and all that follows is lost without notice. */
  SWALLOW_REPLY
}
