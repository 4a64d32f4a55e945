package dev.cairn.iceberg.server;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** What a process does for operators of the same machine, sent to its management port. */
public interface OperatorCommands {
  /** The path of commands on the management port. */
  String PATH = "/command";

  /** The header with the secret of a command. */
  String SECRET = "Cairn-Secret";

  /** The header with what the server is to prove that it has the secret. */
  String CHALLENGE = "Cairn-Challenge";

  /** The type of the body of a command, which no form of a browser has. */
  String TYPE = "application/x-cairn-command";

  /** What a caller has to know. */
  CommandSecret secret();

  /** Why no command is accepted at the moment, if none is. */
  Optional<String> refusal();

  /**
   * Runs a command, and returns when it has ended. Commands run beside each other.
   *
   * @param request the body that the tool sent
   * @param reply where output goes while the command runs; writing fails if the tool has gone
   */
  void run(byte[] request, OutputStream reply) throws IOException;
}
