package dev.cairn.cli.command;

import dev.cairn.api.task.TaskState;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Connection;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Report;
import dev.cairn.cli.output.Table;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What one process at a time does for all. */
@Command(
    name = "task",
    synopsisSubcommandLabel = "COMMAND",
    description = "Shows, begins and stops the work that one process does for all.",
    footer = {"  cairn task list", "  cairn task cancel reindex"})
final class TaskCommands extends Group {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Tool tool;

  TaskCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "list",
      description = "Lists the newest run of every task.",
      footer = "  cairn task list --json")
  void list() {
    try (Connection connection = tool.open()) {
      Table table =
          new Table("name", "run", "state", "attempts", "holder", "submittedAt", "endedAt");
      for (TaskStatus each : connection.cairn().tasks().list()) {
        table.row(
            each.name(),
            each.run(),
            each.state(),
            each.attempts(),
            each.holder(),
            each.submittedAt(),
            each.endedAt());
      }
      tool.output().print(new Report().with("tasks", table));
    }
  }

  @Command(
      name = "show",
      description = "Shows the newest run of a task, with its result or why it failed.",
      footer = "  cairn task show reindex")
  void show(@Parameters(paramLabel = "NAME", description = "The task.") String name) {
    try (Connection connection = tool.open()) {
      print(find(connection.cairn().tasks(), name));
    }
  }

  private static TaskStatus find(Tasks tasks, String name) {
    return tasks
        .find(name)
        .orElseThrow(
            () ->
                CommandException.notFound(
                    "there never was a task '%s'; list them by: cairn task list".formatted(name)));
  }

  @Command(
      name = "run",
      description = {
        "Begins a run of a task, or joins the one that waits or runs. A process that offers",
        "to do the task does it, not this command."
      },
      footer = "  cairn task run reindex --parameter 'catalog 7' --wait PT10M")
  void run(
      @Parameters(paramLabel = "NAME", description = "The task.") String name,
      @Option(names = "--parameter", paramLabel = "TEXT", description = "What the work is told.")
          Optional<String> parameter,
      @Option(
              names = "--wait",
              paramLabel = "DURATION",
              description = "Waits so long for the end of the run, such as PT10M.")
          Optional<Duration> wait) {
    try (Connection connection = tool.open()) {
      Tasks tasks = connection.cairn().tasks();
      TaskStatus status = tasks.submit(name, parameter.orElse(""));
      if (wait.isPresent()) {
        status = await(tasks, status, wait.get());
      }
      print(status);
      if (status.state() == TaskState.FAILED || status.state() == TaskState.CANCELLED) {
        throw new CommandException(
            ExitCode.FAILED,
            "run %d of task '%s' ended as %s".formatted(status.run(), name, status.state()));
      }
      if (wait.isPresent() && !status.state().isEnd()) {
        throw new CommandException(
            ExitCode.UNAVAILABLE,
            "run %d of task '%s' has not ended; is there a process that does it?"
                .formatted(status.run(), name));
      }
    }
  }

  private TaskStatus await(Tasks tasks, TaskStatus begun, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    TaskStatus status = begun;
    while (!status.state().isEnd() && System.nanoTime() < end) {
      tool.interruption().check();
      Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
      status = tasks.await(begun.name(), begun.run(), left.compareTo(LOOK) < 0 ? left : LOOK);
    }
    return status;
  }

  @Command(
      name = "cancel",
      description = "Asks to stop the run of a task that waits or runs.",
      footer = "  cairn task cancel reindex")
  void cancel(@Parameters(paramLabel = "NAME", description = "The task.") String name) {
    try (Connection connection = tool.open()) {
      Tasks tasks = connection.cairn().tasks();
      TaskStatus before = find(tasks, name);
      if (!tasks.cancel(name)) {
        throw new CommandException(
            ExitCode.CONFLICT,
            "no run of task '%s' waits or runs; run %d ended as %s"
                .formatted(name, before.run(), before.state()));
      }
      print(find(tasks, name));
    }
  }

  private void print(TaskStatus status) {
    tool.output()
        .print(
            new Report()
                .with("name", status.name())
                .with("run", status.run())
                .with("state", status.state())
                .with("parameter", status.parameter())
                .with("attempts", status.attempts())
                .with("holder", status.holder())
                .with("checkpoint", status.checkpoint())
                .with("result", status.result())
                .with("failure", status.failure())
                .with("submittedAt", status.submittedAt())
                .with("notBefore", status.notBefore())
                .with("endedAt", status.endedAt())
                .with("cancelRequested", status.isCancelRequested()));
  }
}
