package dev.cairn.testkit.idempotency;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class of the engine logs while this is open; it does not reach the test's output. */
final class Logged extends Handler implements AutoCloseable {
  // A field, because a logger that nothing refers to may be collected together with its handlers.
  private final Logger logger;
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  /** Listens to the class called {@code name} in the engine's idempotency package. */
  Logged(String name) {
    logger = Logger.getLogger("dev.cairn.core.internal.idempotency." + name);
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
  }

  List<LogRecord> warnings() {
    return records.stream().filter(record -> record.getLevel().equals(Level.WARNING)).toList();
  }

  @Override
  public void publish(LogRecord entry) {
    records.add(entry);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
