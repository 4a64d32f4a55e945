package dev.cairn.cli.command;

import dev.cairn.api.internal.Durations;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.core.internal.maintenance.EngineMaintenance;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Does a task, or has it done. */
@Command(
    name = "run",
    description = {
      "Begins a run of a task, or joins the one that waits or runs.",
      "Collection (cairn.gc) runs in this process, as with the command gc. A task of an application is run by a process that offers it: this command returns at once unless --wait is given."
    },
    footer = {
      "  cairn task run cairn.gc --yes",
      "  cairn task run reindex --parameter 'catalog 7' --wait 10m"
    })
final class TaskRunCommand implements Runnable {
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final String OWN = "cairn.";

  private final Tool tool;

  @Parameters(paramLabel = "NAME", description = "The task.")
  @SuppressWarnings("NullAway.Init")
  private String name;

  @Option(names = "--parameter", paramLabel = "TEXT", description = "The parameter of the run.")
  private Optional<String> parameter = Optional.empty();

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "Waits so long for the end of the run, " + Durations.FORM + ".")
  private Optional<Duration> wait = Optional.empty();

  @Mixin private Confirmation confirmation = new Confirmation();

  TaskRunCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    boolean isCollection = name.equals(EngineMaintenance.TASK);
    if (name.startsWith(OWN) && (!isCollection || parameter.isPresent() || wait.isPresent())) {
      throw CommandException.usage(
          "of Cairn's own tasks only %s can be begun, without --parameter and --wait; the others begin by themselves"
              .formatted(EngineMaintenance.TASK));
    }
    if (!isCollection && confirmation.isDryRun()) {
      throw CommandException.usage(
          "only the process that does the task '%s' knows what it would do; leave --dry-run out"
              .formatted(name));
    }
    try (ToolConnection connection = confirmation.open(tool)) {
      if (isCollection) {
        GcCommand.collect(tool, connection, confirmation);
      } else {
        submit(connection.cairn().tasks());
      }
    }
  }

  private void submit(Tasks tasks) {
    TaskStatus status = tasks.submit(name, parameter.orElse(""));
    if (!status.parameter().equals(parameter.orElse(status.parameter()))) {
      throw new CommandException(
          ExitCode.CONFLICT,
          "run %d of task '%s' is in progress with another parameter, '%s'; begin yours when it has ended"
              .formatted(status.run(), name, status.parameter()));
    }
    if (wait.isPresent()) {
      status = await(tasks, status, wait.get());
    } else if (!status.state().isEnd()) {
      tool.console()
          .say("a process that offers the task runs it; see: cairn task show '%s'".formatted(name));
    }
    TaskCommands.print(tool, status);
    checkEnd(status);
  }

  private void checkEnd(TaskStatus status) {
    if (status.state() == TaskStatus.State.FAILED || status.state() == TaskStatus.State.CANCELLED) {
      throw new CommandException(
          ExitCode.FAILED,
          "run %d of task '%s' ended as %s; the reason is above, start another run when it is fixed"
              .formatted(status.run(), name, status.state()));
    }
    if (wait.isPresent() && !status.state().isEnd()) {
      throw new CommandException(
          ExitCode.UNAVAILABLE,
          "run %d of task '%s' has not ended; check that a process offers it, or wait longer"
              .formatted(status.run(), name));
    }
  }

  private TaskStatus await(Tasks tasks, TaskStatus begun, Duration atMost) {
    long end = System.nanoTime() + Durations.nanos(atMost);
    TaskStatus status = begun;
    tell(status);
    while (!status.state().isEnd() && System.nanoTime() - end < 0) {
      tool.interruption().check();
      Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
      TaskStatus next =
          tasks.await(begun.name(), begun.run(), left.compareTo(LOOK) < 0 ? left : LOOK);
      if (next.run() != begun.run()) {
        throw new CommandException(
            ExitCode.CONFLICT,
            "run %d of task '%s' ended, and others began since, so that its end is not known any more; the latest is run %d"
                .formatted(begun.run(), name, next.run()));
      }
      if (next.state() != status.state() || !next.holder().equals(status.holder())) {
        tell(next);
      }
      status = next;
    }
    return status;
  }

  private void tell(TaskStatus status) {
    if (!status.state().isEnd()) {
      tool.console()
          .say(
              "run %s of task '%s': %s"
                  .formatted(
                      status.run(),
                      name,
                      status.state() == TaskStatus.State.RUNNING
                          ? status.holder().orElse("a process") + " does it"
                          : "no process does it yet"));
    }
  }
}
