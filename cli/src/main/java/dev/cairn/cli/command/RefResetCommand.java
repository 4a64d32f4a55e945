package dev.cairn.cli.command;

import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.Connection;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Report;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a reference back to an earlier state. */
@Command(
    name = "reset",
    description = {
      "Gives a reference the content of one of its earlier heads again, as a new commit.",
      "Everything that state needs is checked to be there first. Requests that were finished",
      "since then are not executed again. The state of before stays in the log."
    },
    footer = {
      "  cairn ref log acme/sales main",
      "  cairn ref reset acme/sales main 17-0123456789abcdef --message 'undo the import'"
    })
final class RefResetCommand implements Runnable {
  private final Tool tool;

  @Mixin private ReferenceArguments reference = new ReferenceArguments();

  @Parameters(
      index = "2",
      paramLabel = "HEAD",
      description = "The head to go back to, as the log or ref show prints it.")
  @SuppressWarnings("NullAway.Init")
  private HeadId head;

  @Option(
      names = {"-m", "--message"},
      paramLabel = "TEXT",
      description = "What the log says of it.")
  private Optional<String> message = Optional.empty();

  @Mixin private Confirmation confirmation = new Confirmation();

  RefResetCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    try (Connection connection = tool.open();
        Store store = reference.store(connection)) {
      Snapshot target = store.at(reference.name(), head);
      Snapshot current = store.current(reference.name());
      Report report =
          new Report()
              .with("from", current.head().map(HeadId::toString))
              .with("to", head.toString())
              .with("stateOf", target.time());
      boolean isAllowed =
          confirmation.allows(
              tool,
              "Take the reference %s back to %s, the state of %s?"
                  .formatted(reference, head, target.time().orElseThrow()));
      Optional<CommitId> commit =
          isAllowed
              ? Optional.of(
                  store.resetReference(reference.name(), head, message.orElse("reset to " + head)))
              : Optional.empty();
      tool.output().print(report.with("newHead", commit.map(id -> id.head().toString())));
    }
  }
}
