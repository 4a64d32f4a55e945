package dev.cairn.core.internal.maintenance;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.core.internal.runtime.Environment;
import java.util.List;
import java.util.Optional;

/**
 * Checkpoint of a collection, for the process that resumes it.
 *
 * @param start when it began, in microseconds since 1970
 * @param cutoff rows written from this moment on are kept
 * @param retainFrom heads superseded from this moment on are kept
 * @param isFenced whether every reference was fenced since it began
 * @param position where the sweep continues, as text, if a release wrote it that swept in one part;
 *     a release that does not know parts begins its sweep anew
 * @param counts what the sweep found so far
 * @param parts where the sweep continues in each unfinished part; empty before it began
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

  /** The state of a collection that begins now; its times do not change, however long it takes. */
  static CollectionState begin(CollectionSettings settings, Environment environment) {
    long now = environment.nowMicros();
    return new CollectionState(
        now,
        now - Durations.micros(settings.grace()),
        now - Durations.micros(settings.retention()),
        false,
        Optional.empty(),
        SweepCounts.none(),
        Optional.empty());
  }

  /** Whether this collection keeps everything that {@code settings} promise to keep. */
  boolean keepsAsMuchAs(CollectionSettings settings) {
    return start - cutoff >= Durations.micros(settings.grace())
        && start - retainFrom >= Durations.micros(settings.retention());
  }

  CollectionState fenced() {
    return new CollectionState(start, cutoff, retainFrom, true, position, counts, parts);
  }

  CollectionState swept(List<String> left, SweepCounts found) {
    return new CollectionState(
        start, cutoff, retainFrom, isFenced, Optional.empty(), found, Optional.of(left));
  }

  /** Where the sweep continues, if it began. */
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
      throw new IllegalStateException("the state of a collection cannot be encoded", e);
    }
  }

  private static <T> T read(String text, Class<T> type) {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the state that an earlier collection stored cannot be read; cancel its task and collect"
              + " again",
          e);
    }
  }
}
