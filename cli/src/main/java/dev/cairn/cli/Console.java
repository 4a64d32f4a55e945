package dev.cairn.cli;

import dev.cairn.cli.output.Text;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Where a command reads and writes.
 *
 * @param in what people type
 * @param out where results go
 * @param err where everything else goes
 * @param terminals which of the three are terminals
 * @param environment the variables of the process
 */
public record Console(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Terminals terminals,
    Map<String, String> environment) {
  /**
   * Which streams people look at.
   *
   * @param columns how wide the terminal is; 0 if nothing tells
   */
  public record Terminals(boolean in, boolean out, boolean err, int columns) {
    /** None. */
    public static final Terminals NONE = new Terminals(false, false, false);

    /** The same where nothing tells how wide they are. */
    public Terminals(boolean in, boolean out, boolean err) {
      this(in, out, err, 0);
    }
  }

  /** Whether results may have colors. */
  public boolean isOutColored() {
    return terminals.out && allowsColors();
  }

  /** Whether results may be drawn over each other. */
  public boolean isOutDrawable() {
    return terminals.out && movesCursor();
  }

  /** Whether messages may be drawn over each other. */
  public boolean isErrDrawable() {
    return terminals.err && movesCursor();
  }

  private boolean movesCursor() {
    return !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** Whether messages may have colors. */
  public boolean isErrColored() {
    return terminals.err && allowsColors();
  }

  /** How wide results may be; nothing if that does not matter. */
  public OptionalInt width() {
    return terminals.out && terminals.columns > 0
        ? OptionalInt.of(terminals.columns)
        : OptionalInt.empty();
  }

  private boolean allowsColors() {
    return environment.getOrDefault("NO_COLOR", "").isEmpty() && movesCursor();
  }

  /** Tells people something that is not a result; nothing in it can control a terminal. */
  public void say(String message) {
    err.println(Text.visibleLines(message));
    err.flush();
  }

  /** The same after {@code name}, which stands out where there are colors. */
  public void complain(String name, String message) {
    err.print(isErrColored() ? "\u001b[1m\u001b[31m" + name + "\u001b[0m " : name + " ");
    say(message);
  }

  /** Asks people something; the answer comes in the same line. */
  public void ask(String question) {
    err.print(Text.visible(question) + " ");
    err.flush();
  }
}
