package dev.cairn.iceberg.server;

import dev.cairn.iceberg.server.rest.RestReply;
import java.time.Duration;
import java.util.Locale;

/** One line per request. It has no header and no query, so it has no secret. */
final class AccessLog {
  private static final System.Logger LOG = System.getLogger("dev.cairn.iceberg.access");

  private final boolean enabled;

  AccessLog(boolean enabled) {
    this.enabled = enabled;
  }

  void write(
      String id,
      String principal,
      String operation,
      int status,
      RestReply.Outcome outcome,
      Duration duration) {
    if (enabled && LOG.isLoggable(System.Logger.Level.INFO)) {
      LOG.log(
          System.Logger.Level.INFO,
          "request={0} principal={1} operation={2} status={3} outcome={4} micros={5}",
          id,
          principal,
          operation,
          Integer.toString(status),
          outcome.name().toLowerCase(Locale.ROOT),
          Long.toString(duration.toNanos() / 1_000));
    }
  }
}
