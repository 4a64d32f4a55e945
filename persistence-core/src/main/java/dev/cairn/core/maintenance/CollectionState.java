package dev.cairn.core.maintenance;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.core.Environment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How far a collection got, as the next process to go on with it finds it.
 *
 * @param start when it began, in microseconds since 1970
 * @param cutoff rows from this moment on stay
 * @param retainFrom heads superseded from this moment on stay
 * @param isFenced whether every reference was fenced since it began
 * @param position where the sweep goes on, as text, if a release left it that swept in one part; a
 *     release that knows no parts begins its sweep anew
 * @param counts what the sweep found so far
 * @param parts where the sweep goes on in each part that is not done; nothing before it began
 */
record CollectionState(
    long start,
    long cutoff,
    long retainFrom,
    boolean isFenced,
    Optional<String> position,
    SweepCounts counts,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<String>> parts) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /** The state of one that begins now; its times stay as they are, however long it takes. */
  static CollectionState begin(CollectionSettings settings, Environment environment) {
    long now = environment.nowMicros();
    return new CollectionState(
        now,
        now - micros(settings.grace()),
        now - micros(settings.retention()),
        false,
        Optional.empty(),
        SweepCounts.none(),
        Optional.empty());
  }

  /** Whether nothing that {@code settings} promise to keep is given up. */
  boolean keepsAsMuchAs(CollectionSettings settings) {
    return start - cutoff >= micros(settings.grace())
        && start - retainFrom >= micros(settings.retention());
  }

  // Also of those who write thousands of years for "never".
  private static long micros(Duration duration) {
    return TimeUnit.MILLISECONDS.toMicros(duration.toMillis());
  }

  CollectionState fenced() {
    return new CollectionState(start, cutoff, retainFrom, true, position, counts, parts);
  }

  CollectionState swept(List<String> left, SweepCounts found) {
    return new CollectionState(
        start, cutoff, retainFrom, isFenced, Optional.empty(), found, Optional.of(left));
  }

  /** Where the sweep goes on, if it began. */
  Optional<List<String>> left() {
    return parts.isPresent() ? parts : position.map(List::of);
  }

  String toText() {
    return text(this);
  }

  static CollectionState ofText(String text) {
    return read(text, CollectionState.class);
  }

  static String toText(CollectionReport report) {
    return text(report);
  }

  static CollectionReport reportOfText(String text) {
    return read(text, CollectionReport.class);
  }

  private static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a collection cannot be written down", e);
    }
  }

  private static <T> T read(String text, Class<T> type) {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "what an earlier collection left is not understood; cancel its task and collect anew", e);
    }
  }
}
