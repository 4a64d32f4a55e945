package dev.cairn.cli.command;

import dev.cairn.api.internal.Durations;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A state of a reference as an argument: a head such as {@code 17-0123456789abcdef}, a time, or how
 * long ago.
 */
record StateAddress(Optional<HeadId> head, Optional<Instant> time) {
  /** What help says of it. */
  static final String FORMS =
      "a head (17-0123456789abcdef), a time (2026-03-01T10:15:30Z) or how long ago (5m, 1h30m, PT5M)";

  private static final Pattern HEAD = Pattern.compile("([1-9][0-9]{0,18})-([0-9a-f]{16})");

  /** Reads arguments. */
  static final class Converter implements ITypeConverter<StateAddress> {
    @Override
    public StateAddress convert(String text) {
      return parse(text, InstantSource.system());
    }
  }

  /** Reads arguments that have to be heads. */
  static final class HeadConverter implements ITypeConverter<HeadId> {
    @Override
    public HeadId convert(String text) {
      return findHead(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'%s' is no head; the log shows heads such as 17-0123456789abcdef"
                          .formatted(text)));
    }
  }

  static StateAddress parse(String text, InstantSource clock) {
    Optional<HeadId> head = findHead(text);
    if (head.isPresent()) {
      return new StateAddress(head, Optional.empty());
    }
    try {
      return new StateAddress(Optional.empty(), Optional.of(time(text, clock)));
    } catch (DateTimeException | ArithmeticException e) {
      throw new TypeConversionException("'%s' is none of: %s".formatted(text, FORMS));
    }
  }

  private static Instant time(String text, InstantSource clock) {
    // Only times have dashes between digits.
    return text.matches("\\d+-.*")
        ? Instant.parse(text)
        : clock.instant().minus(Durations.parse(text));
  }

  private static Optional<HeadId> findHead(String text) {
    Matcher matcher = HEAD.matcher(text);
    try {
      return matcher.matches()
          ? Optional.of(
              new HeadId(
                  Long.parseLong(matcher.group(1)), Long.parseUnsignedLong(matcher.group(2), 16)))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The state of {@code reference} that this means. */
  Snapshot in(Store store, String reference) {
    return head.map(id -> store.at(reference, id))
        .orElseGet(() -> store.at(reference, time.orElseThrow()));
  }
}
