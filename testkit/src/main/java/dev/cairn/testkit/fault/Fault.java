package dev.cairn.testkit.fault;

/** How a call fails, in the terms of the contract. */
public enum Fault {
  /** Refused before it was sent: certainly nothing was done, and the caller knows. */
  REFUSED,

  /** The request was lost: nothing was done, but a conditional write cannot know and is unknown. */
  REQUEST_LOST,

  /** The reply was lost: the call was done, but a conditional write cannot know and is unknown. */
  REPLY_LOST
}
