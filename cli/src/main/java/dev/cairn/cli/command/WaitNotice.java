package dev.cairn.cli.command;

import dev.cairn.api.task.TaskStatus;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Text;
import java.util.Optional;

/** Says for which process a command waits and until when, once for each. */
final class WaitNotice {
  private final Tool tool;
  private Optional<String> last = Optional.empty();

  WaitNotice(Tool tool) {
    this.tool = tool;
  }

  /**
   * To be called at least once a second while the command waits.
   *
   * @throws dev.cairn.cli.CommandException if the command is to stop
   */
  void show(Optional<TaskStatus> task) {
    tool.interruption().check();
    Optional<String> holder = task.flatMap(TaskStatus::holder);
    if (holder.isPresent() && !holder.equals(last)) {
      last = holder;
      tool.console()
          .say(
              "waiting for %s, which has the task %s%s; if that process is dead, this command continues then"
                  .formatted(
                      holder.get(),
                      task.map(TaskStatus::name).orElse(""),
                      task.flatMap(TaskStatus::heldUntil)
                          .map(until -> " until " + Text.of(until))
                          .orElse("")));
    }
  }
}
