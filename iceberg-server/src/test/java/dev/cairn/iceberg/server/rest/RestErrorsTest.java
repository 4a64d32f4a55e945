package dev.cairn.iceberg.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.store.HeadNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which failures a client may repeat, and which make it keep its files. */
class RestErrorsTest {
  private static RestReply reply(RuntimeException error, boolean hasKey) {
    return RestErrors.of(error, "the-request", hasKey);
  }

  private static String body(RestReply reply) {
    return ((RestReply.Full) reply.body()).bytes().toUtf8();
  }

  @Test
  void anUnknownOutcomeIsRepeatedOnlyWithAKey() {
    RuntimeException unknown = new CommitStateUnknownException(new RuntimeException("lost"));
    RestReply without = reply(unknown, false);
    assertEquals(500, without.status());
    assertFalse(without.headers().containsKey("Retry-After"));
    assertTrue(body(without).contains("\"CommitStateUnknownException\""));
    RestReply with = reply(unknown, true);
    assertEquals(503, with.status());
    assertTrue(with.headers().containsKey("Retry-After"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatCertainlyDidNothingIsRepeated(boolean hasKey) {
    for (RuntimeException error :
        new RuntimeException[] {
          new ServiceUnavailableException("busy"), new BackendUnavailableException("no answer")
        }) {
      RestReply reply = reply(error, hasKey);
      assertEquals(503, reply.status());
      assertTrue(reply.headers().containsKey("Retry-After"));
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsOneLineOfTheLog() {
    Logger logger = Logger.getLogger(RestErrors.class.getName());
    List<LogRecord> lines = new ArrayList<>();
    Filter before = logger.getFilter();
    logger.setFilter(
        line -> {
          lines.add(line);
          return false;
        });
    try {
      IOException full = new IOException("No space left on device");
      assertEquals(
          500, reply(new RuntimeIOException(full, "Cannot write %s", "file:/a"), false).status());
    } finally {
      logger.setFilter(before);
    }
    assertEquals(1, lines.size());
    LogRecord line = lines.get(0);
    assertNull(line.getThrown());
    for (String part : List.of("the-request", "Cannot write file:/a", "No space left on device")) {
      assertTrue(line.getMessage().contains(part), line::getMessage);
    }
  }

  @Test
  void whatIsNotKnownIsNoRefusalAndTellsNothing() {
    RestReply reply = reply(new IllegalStateException("password=hunter2"), false);
    assertEquals(500, reply.status());
    assertFalse(reply.headers().containsKey("Retry-After"));
    assertFalse(body(reply).contains("hunter2"));
    assertTrue(body(reply).contains("the-request"));
  }

  @Test
  void whatIsNoLongerThereIsRefusedAndBeginsAgain() {
    for (RuntimeException error :
        new RuntimeException[] {
          new PageTokenExpiredException("the state of this listing is no longer retained"),
          new HeadNotFoundException("the commit is no longer retained")
        }) {
      RestReply reply = reply(error, false);
      assertEquals(400, reply.status());
      assertTrue(body(reply).contains("no longer retained"));
      assertFalse(reply.headers().containsKey("Retry-After"));
    }
  }

  @Test
  void aLongMessageIsCut() {
    RestReply reply = reply(new CommitFailedException("%s", "x".repeat(1_000_000)), false);
    assertEquals(409, reply.status());
    assertTrue(body(reply).length() < 3_000);
  }
}
