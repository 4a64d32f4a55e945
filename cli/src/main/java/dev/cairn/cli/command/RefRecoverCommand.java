package dev.cairn.cli.command;

import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Recovered;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Text;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a reference back to an earlier state where its current head is lost. */
@Command(
    name = "recover",
    description = {
      "Takes a reference whose current head is lost or damaged back to an earlier state.",
      "Reset cannot do that. Goes to the newest state that the reference's row remembers and of which nothing is missing, or to HEAD. Later commits are lost. Requests with"
          + " keys that were accepted until now are not executed again, whether they were applied or"
          + " not: start servers after keysFrom."
    },
    footer = {
      "  cairn ref recover acme/sales main --dry-run",
      "  cairn ref recover acme/sales main --yes --message 'the disk failed'"
    })
final class RefRecoverCommand implements Runnable {
  private final Tool tool;

  @Mixin private ReferenceArguments.Optional reference = new ReferenceArguments.Optional();

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "HEAD",
      description = "The head to go back to, as ref show prints it; the newest that is whole.")
  private Optional<HeadId> head = Optional.empty();

  @Option(
      names = {"-m", "--message"},
      paramLabel = "TEXT",
      description = "The message in the log.")
  private Optional<String> message = Optional.empty();

  @Mixin private Confirmation confirmation = new Confirmation();

  RefRecoverCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    try (ToolConnection connection = confirmation.open(tool);
        Store store = reference.store(connection)) {
      Reference found =
          store.findReference(reference.name()).orElseThrow(() -> reference.notFound(store));
      HeadId target = target(store);
      store.checkRecovery(reference.name(), target); // before the question
      Instant stateOf = store.at(reference.name(), target).time().orElseThrow();
      boolean isAllowed =
          confirmation.allows(
              tool,
              "Take the reference %s back to %s, the state of %s, and lose what was committed since?"
                  .formatted(reference, target, Text.of(stateOf)));
      Optional<Recovered> recovered =
          isAllowed
              ? Optional.of(
                  store.recoverReference(
                      reference.name(), target, message.orElse("recovered " + target)))
              : Optional.empty();
      tool.output()
          .print(
              new CommandReport()
                  .with("lost", RefCommands.hex(found.headId()))
                  .with("to", target.toString())
                  .with("stateOf", stateOf)
                  .with("newHead", recovered.map(each -> each.commit().head().toString()))
                  .with("keysFrom", recovered.map(Recovered::keysFrom)));
    }
  }

  // Also tells whether there is anything to recover, before the question.
  private HeadId target(Store store) {
    try {
      HeadId newest = store.findRecoverable(reference.name());
      return head.orElse(newest);
    } catch (HeadNotFoundException e) {
      // One that was named may be whole though the row does not remember it.
      return head.orElseThrow(() -> e);
    }
  }
}
