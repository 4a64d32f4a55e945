package dev.cairn.cli.serve;

import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Output;
import dev.cairn.cli.output.Text;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Writes what is logged in this process to one stream, a line for each record. */
final class ServerLog extends Handler {
  /** How lines look. */
  enum Format {
    /** For people. */
    PLAIN,
    /** One JSON object a line. */
    JSON
  }

  private final PrintStream out;
  private final Format format;
  private final SimpleFormatter messages = new SimpleFormatter();

  ServerLog(PrintStream out, Format format) {
    this.out = out;
    this.format = format;
  }

  /** Makes this the only place where records go, unless the operator configured logging. */
  void install() {
    boolean isConfigured =
        System.getProperty("java.util.logging.config.file") != null
            || System.getProperty("java.util.logging.config.class") != null;
    if (!isConfigured) {
      LogManager.getLogManager().reset();
      Logger root = Logger.getLogger("");
      root.setLevel(Level.INFO);
      root.addHandler(this);
    }
  }

  /** Tells operators what the server does now, as a line of its own or of the log. */
  void tell(String message) {
    LogRecord record = new LogRecord(Level.INFO, message);
    record.setLoggerName(ServeCommand.class.getName());
    out.println(format == Format.JSON ? json(record) : "cairn: " + message);
    out.flush();
  }

  @Override
  public void publish(LogRecord record) {
    if (isLoggable(record)) {
      out.println(format == Format.JSON ? json(record) : plain(record));
      out.flush();
    }
  }

  private String plain(LogRecord record) {
    String line =
        "%s %s %s: %s"
            .formatted(
                record.getInstant(),
                record.getLevel().getName(),
                record.getLoggerName(),
                Text.visible(messages.formatMessage(record)));
    return record.getThrown() == null ? line : line + "\n" + trace(record.getThrown());
  }

  private String json(LogRecord record) {
    CommandReport line =
        new CommandReport()
            .with("time", record.getInstant())
            .with("level", record.getLevel().getName())
            .with("logger", String.valueOf(record.getLoggerName()))
            .with("message", messages.formatMessage(record));
    if (record.getThrown() != null) {
      line.with("trace", trace(record.getThrown()));
    }
    return Output.line(line);
  }

  private static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString().strip();
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}
