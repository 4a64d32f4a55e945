package dev.cairn.api;

/**
 * This process cannot generate IDs at present, so it can neither write objects nor commit.
 *
 * <p>Either its node lease was lost or expired and no other node was leased in time, or its clock
 * went back and did not catch up. Nothing was changed. The call may be repeated; it succeeds once
 * the process has a node and its clock has caught up, without a restart.
 */
public final class IdsUnavailableException extends CairnException {
  public IdsUnavailableException(String message) {
    super(message);
  }

  public IdsUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
