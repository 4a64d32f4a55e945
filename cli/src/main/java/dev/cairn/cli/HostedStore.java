package dev.cairn.cli;

import dev.cairn.api.config.Configuration;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The store of a server on which a tool of another process has a command run. The command uses the
 * server's connection and settings, and cannot ask: the other process asks in its stead.
 */
public final class HostedStore {
  private final Supplier<Configuration> configuration;
  private final Cairn cairn;
  private final Path directory;
  private final String confirmed;
  private Optional<String> question = Optional.empty();

  /**
   * @param configuration the settings of the server, or the reason why the command cannot have them
   * @param cairn its connection, which stays open
   * @param directory where relative paths of the command begin
   * @param confirmed the question that the operator has answered with yes
   */
  public HostedStore(
      Supplier<Configuration> configuration, Cairn cairn, Path directory, String confirmed) {
    this.configuration = configuration;
    this.cairn = cairn;
    this.directory = directory;
    this.confirmed = confirmed;
  }

  Configuration configuration() {
    return configuration.get();
  }

  Cairn cairn() {
    return cairn;
  }

  Path absolute(String path) {
    return directory.resolve(path);
  }

  /** What the operator has to confirm before the command does anything, if that is why it ended. */
  public Optional<String> question() {
    return question;
  }

  /** Ends the command unless the operator has confirmed exactly this. */
  void checkConfirmed(String wanted) {
    if (!confirmed.equals(wanted)) {
      question = Optional.of(wanted);
      throw new CommandException(ExitCode.FAILED, "nothing was changed");
    }
  }
}
