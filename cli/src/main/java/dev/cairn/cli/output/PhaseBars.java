package dev.cairn.cli.output;

import dev.cairn.cli.Tool;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The progress of something that is done in phases: a bar for each, one after the other. */
public final class PhaseBars implements AutoCloseable {
  private final Tool tool;
  private String name = "";
  private @Nullable ProgressBar current;

  /** Shows progress to the users of {@code tool}, and stops when they interrupt it. */
  public PhaseBars(Tool tool) {
    this.tool = tool;
  }

  /**
   * Says how far a phase is.
   *
   * @param total how many there are; 0 if unknown
   * @throws dev.cairn.cli.CommandException if the operator asked to stop
   */
  public synchronized void at(String phase, String what, long done, long total) {
    tool.interruption().check();
    if (current == null || !phase.equals(name)) {
      done();
      name = phase;
      current =
          new ProgressBar(
              tool.console(), what + " (" + phase.toLowerCase(Locale.ROOT) + ")", total);
    }
    current.at(done);
  }

  /** Wipes the last bar off the terminal, before the result is printed. */
  public synchronized void done() {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  @Override
  public void close() {
    done();
  }
}
