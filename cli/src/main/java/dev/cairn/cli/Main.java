package dev.cairn.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Starts the tool on the streams of the process. */
public final class Main {
  /** Says which streams are terminals, by letters: the script knows, a JVM cannot ask. */
  private static final String TERMINALS = "dev.cairn.cli.terminals";

  /** How wide the terminal is that results go to. */
  private static final String COLUMNS = "dev.cairn.cli.columns";

  private Main() {}

  /** Runs one command. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // messages are English, so their digits are, too
    quietLibraries();
    String terminals = System.getProperty(TERMINALS, "");
    Interruption interruption = new Interruption();
    Tool tool =
        new Tool(
            new Console(
                System.in,
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                new Console.Terminals(
                    terminals.contains("i"),
                    terminals.contains("o"),
                    terminals.contains("e"),
                    Integer.getInteger(COLUMNS, 0)),
                System.getenv()),
            interruption);
    Thread hook = new Thread(interruption::request, "cairn-interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
    int code = tool.execute(arguments);
    interruption.end();
    if (!interruption.isRequested()) {
      System.exit(code);
    }
  }

  // Names and keys are UTF-8, whatever the locale is.
  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new ResultStream(descriptor)), false, StandardCharsets.UTF_8);
  }

  // What drivers have to say is in their exceptions.
  private static void quietLibraries() {
    setUnlessSet("slf4j.internal.verbosity", "ERROR");
    setUnlessSet("java.util.logging.SimpleFormatter.format", "%4$s: %5$s%n");
  }

  private static void setUnlessSet(String key, String value) {
    if (System.getProperty(key) == null) {
      System.setProperty(key, value);
    }
  }
}
