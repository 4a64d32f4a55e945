package dev.cairn.iceberg.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.UnknownOutcomeException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutageLogTest {
  private static final Logger LOGGER = Logger.getLogger(OutageLog.class.getName());
  private static final String FULL = "the store in /data could not be written: No space left";

  private final List<LogRecord> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final AtomicLong now = new AtomicLong(-5);
  private final OutageLog log = new OutageLog(now::get);

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    LOGGER.removeHandler(handler);
  }

  @Test
  void anOutageIsOneLineAMinuteThatSaysWhatFailed() {
    for (int i = 0; i < 100; i++) {
      log.note("request-" + i, new BackendUnavailableException(FULL));
    }
    assertEquals(1, lines.size());
    LogRecord first = lines.get(0);
    assertEquals(Level.WARNING, first.getLevel());
    assertTrue(first.getMessage().contains("request-0"), first::getMessage);
    assertTrue(first.getMessage().contains(FULL), first::getMessage);
    assertNull(first.getThrown());
    now.addAndGet(OutageLog.NANOS_BETWEEN);
    log.note("late", new BackendUnavailableException(FULL));
    assertEquals(2, lines.size());
    assertTrue(lines.get(1).getMessage().contains("99 others"), lines.get(1)::getMessage);
  }

  @Test
  void theReasonIsFoundInWhatWrapsIt() {
    RuntimeException full = new BackendUnavailableException(FULL);
    log.note("a", new ServiceUnavailableException(full, "Commit failed"));
    now.addAndGet(OutageLog.NANOS_BETWEEN);
    log.note("b", new CommitStateUnknownException(new UnknownOutcomeException("open", full)));
    now.addAndGet(OutageLog.NANOS_BETWEEN);
    log.note("c", new CommitStateUnknownException(new UnknownOutcomeException("is open")));
    assertEquals(3, lines.size());
    assertTrue(lines.get(0).getMessage().contains(FULL), lines.get(0)::getMessage);
    assertTrue(lines.get(1).getMessage().contains(FULL), lines.get(1)::getMessage);
    assertTrue(lines.get(2).getMessage().contains("is open"), lines.get(2)::getMessage);
  }

  @Test
  void refusalsAndOverloadAreNoOutage() {
    log.note("a", new NoSuchTableException("no"));
    log.note("b", new ServiceUnavailableException("busy"));
    log.note("c", new CommitStateUnknownException(new RuntimeException("seen before")));
    assertEquals(List.of(), lines);
  }
}
