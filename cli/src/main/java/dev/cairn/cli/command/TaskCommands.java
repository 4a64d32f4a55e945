package dev.cairn.cli.command;

import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What one process at a time does for all. */
@Command(
    name = "task",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Shows, starts and stops tasks, the work that one process at a time does for all.",
    footer = {"  cairn task list", "  cairn task run cairn.gc --yes"})
final class TaskCommands extends Group {
  private final Tool tool;

  TaskCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "list",
      description = "Lists the newest run of every task.",
      footer = "  cairn task list --json")
  void list(@Mixin WatchOptions watch) {
    watch.look(tool, this::list);
  }

  private void list(ToolConnection connection) {
    TextTable table =
        new TextTable("name", "run", "state", "attempts", "holder", "submittedAt", "endedAt")
            .leavingOut("attempts", "submittedAt", "holder");
    for (TaskStatus each : connection.cairn().tasks().list()) {
      table.row(
          each.name(),
          new Serial(each.run()),
          each.state(),
          each.attempts(),
          each.holder(),
          each.submittedAt(),
          each.endedAt());
    }
    tool.output().print(new CommandReport().with("tasks", table));
  }

  @Command(
      name = "show",
      description = "Shows the newest run of a task, with its result or why it failed.",
      footer = "  cairn task show reindex")
  void show(
      @Parameters(paramLabel = "NAME", description = "The task.") String name,
      @Mixin WatchOptions watch) {
    watch.look(tool, connection -> print(tool, find(connection.cairn().tasks(), name)));
  }

  static TaskStatus find(Tasks tasks, String name) {
    return tasks
        .find(name)
        .orElseThrow(
            () ->
                CommandException.notFound(
                    "there never was a task '%s'; list them by: cairn task list".formatted(name)));
  }

  @Command(
      name = "cancel",
      description = "Asks to stop the run of a task that waits or runs.",
      footer = "  cairn task cancel reindex --yes")
  void cancel(
      @Parameters(paramLabel = "NAME", description = "The task.") String name,
      @Mixin Confirmation confirmation) {
    try (ToolConnection connection = confirmation.open(tool)) {
      Tasks tasks = connection.cairn().tasks();
      TaskStatus before = find(tasks, name);
      if (before.state().isEnd()) {
        throw new CommandException(
            ExitCode.CONFLICT,
            "no run of task '%s' waits or runs; run %d ended as %s"
                .formatted(name, before.run(), before.state()));
      }
      if (confirmation.allows(tool, "Stop run %s of task '%s'?".formatted(before.run(), name))) {
        checkSame(before, find(tasks, name));
        var unused = tasks.cancel(name); // one that has ended meanwhile is shown as it ended
      }
      print(tool, find(tasks, name));
    }
  }

  // The answer to the question may have taken long.
  private static void checkSame(TaskStatus asked, TaskStatus now) {
    if (asked.run() != now.run()) {
      throw new CommandException(
          ExitCode.CONFLICT,
          "run %d of task '%s' has ended, and run %d has begun; nothing was stopped"
              .formatted(asked.run(), asked.name(), now.run()));
    }
  }

  static void print(Tool tool, TaskStatus status) {
    tool.output()
        .print(
            new CommandReport()
                .with("name", status.name())
                .with("run", new Serial(status.run()))
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
