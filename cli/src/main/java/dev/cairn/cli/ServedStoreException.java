package dev.cairn.cli;

import dev.cairn.cli.relay.CommandRelay;

/** A command wants to change a store that a server has open, which can run the command. */
final class ServedStoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient CommandRelay relay;

  ServedStoreException(CommandRelay relay, Throwable cause) {
    super(cause.getMessage(), cause);
    this.relay = relay;
  }

  CommandRelay relay() {
    return relay;
  }
}
