package dev.cairn.backend.dynamodb;

import dev.cairn.api.spi.DatabaseTime;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The time in the header of a reply, such as {@code Wed, 18 Nov 2026 03:28:57 GMT}. */
final class ReplyTime {
  private static final Duration RESOLUTION = Duration.ofSeconds(1);

  private ReplyTime() {}

  /** Parses {@code header}; empty if it is not a time, since a proxy may have written it. */
  static Optional<DatabaseTime> parse(String header) {
    try {
      Instant time = DateTimeFormatter.RFC_1123_DATE_TIME.parse(header, Instant::from);
      return Optional.of(new DatabaseTime(time, RESOLUTION));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
