package dev.cairn.core.internal.runtime;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ClockOffException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.snowflake.IdSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Compares the process's clock with the database's, and refuses operations while it is off.
 *
 * <p>The database reads its clock at some moment between two readings of the process's clock. The
 * clock is off only if no such moment, within the resolution of the database's reading, puts the
 * two within the allowed skew of each other: a slow reply or a coarse reading is no evidence.
 * Between two comparisons the last verdict stands, also if the database did not answer. A clock
 * that shows a time long after the last comparison, or one before it, may have been set since, and
 * is compared again before it is relied on.
 */
public final class ClockGuard implements ClockCheck {
  private static final System.Logger LOG = System.getLogger(ClockGuard.class.getName());

  /** The setting that limits the distance between clocks. */
  public static final String SKEW_SETTING = "cairn.max-clock-skew";

  // Comparisons come with the renewals of a lease, which is over then.
  private static final Duration RELIED_ON = IdSettings.DEFAULT.leaseDuration();

  // Soon after the clock is set right, changes are accepted again.
  private static final Duration REFUSED_FOR = Duration.ofSeconds(1);

  // The offset is known no better than the database's reading is fine.
  private static final double SHOWN_MILLIS = 10;

  private final Backend backend;
  private final InstantSource clock;
  private final Duration maxSkew;
  private final AtomicLong comparisons = new AtomicLong();
  private volatile Verdict last = new Verdict(0, Instant.EPOCH, Optional.empty(), null);

  /**
   * Result of a comparison.
   *
   * @param number the order in which comparisons began
   * @param at when it ended, by the process's clock
   * @param offset about how far the process's clock is ahead; nothing if the database has no clock
   * @param problem what is wrong; null if nothing is
   */
  private record Verdict(
      long number, Instant at, Optional<Duration> offset, @Nullable String problem) {}

  /**
   * @param maxSkew {@code cairn.max-clock-skew}
   */
  public ClockGuard(Backend backend, InstantSource clock, Duration maxSkew) {
    this.backend = backend;
    this.clock = clock;
    this.maxSkew = maxSkew;
  }

  /**
   * Compares the clocks; the result holds until the next comparison.
   *
   * @return what is wrong, if something is
   * @throws dev.cairn.api.BackendUnavailableException if the database's time cannot be read
   */
  public Optional<String> compare() {
    long number = comparisons.incrementAndGet();
    Instant before = clock.instant();
    Optional<DatabaseTime> reading = backend.time();
    Instant after = clock.instant();
    Verdict verdict =
        reading
            .map(time -> judge(number, before, time, after))
            .orElseGet(() -> new Verdict(number, after, Optional.empty(), null));
    replace(verdict);
    return Optional.ofNullable(verdict.problem());
  }

  // A comparison that began earlier and ends later says nothing new.
  private synchronized void replace(Verdict verdict) {
    Verdict known = last;
    if (known.number() < verdict.number()) {
      last = verdict;
      report(known.problem(), verdict.problem());
    }
  }

  private Verdict judge(long number, Instant before, DatabaseTime database, Instant after) {
    Duration least = Duration.between(database.latest(), earlier(before, after));
    Duration most = Duration.between(database.time(), later(before, after));
    Duration offset = least.plus(most).dividedBy(2);
    boolean isAhead = least.compareTo(maxSkew) > 0;
    boolean isBehind = most.negated().compareTo(maxSkew) > 0;
    String problem =
        isAhead || isBehind ? problem(isAhead ? before : after, database.time(), offset) : null;
    return new Verdict(number, after, Optional.of(offset), problem);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }

  private String problem(Instant process, Instant database, Duration offset) {
    return ("the clock of this process shows %s and that of the database %s: it is %s %s, more than"
            + " %s (%s) allows. This process neither commits nor collects; correct the clock"
            + " of its machine, or that of the database if that one is wrong; this process then"
            + " resumes within seconds")
        .formatted(
            process,
            database,
            rounded(offset.abs()),
            offset.isNegative() ? "behind" : "ahead",
            SKEW_SETTING,
            maxSkew);
  }

  private static Duration rounded(Duration offset) {
    return Duration.ofMillis(Math.round(offset.toMillis() / SHOWN_MILLIS) * (long) SHOWN_MILLIS);
  }

  private void report(@Nullable String before, @Nullable String now) {
    if (before == null && now != null) {
      LOG.log(System.Logger.Level.WARNING, now);
    } else if (before != null && now == null) {
      LOG.log(
          System.Logger.Level.INFO,
          "the clock of this process agrees with that of the database again; it commits and"
              + " collects");
    }
  }

  @Override
  public void check() {
    if (mayBeSetSince(last)) {
      try {
        Optional<String> unused = compare();
      } catch (BackendUnavailableException e) {
        // The lease tells how long this process goes on without knowing.
      }
    }
    String problem = last.problem();
    if (problem != null) {
      throw new ClockOffException(problem);
    }
  }

  private boolean mayBeSetSince(Verdict verdict) {
    Instant now = clock.instant();
    Duration forward = verdict.problem() == null ? RELIED_ON : REFUSED_FOR;
    Duration back = verdict.problem() == null ? maxSkew : Duration.ZERO;
    return now.isBefore(verdict.at().minus(back)) || now.isAfter(verdict.at().plus(forward));
  }

  @Override
  public void checkNow() {
    Optional<String> problem = compare();
    if (problem.isPresent()) {
      throw new ClockOffException(problem.get());
    }
  }

  /** The problem that the last comparison found, if any. */
  public Optional<String> problem() {
    return Optional.ofNullable(last.problem());
  }

  /**
   * About how far the process's clock was ahead of the database's at the last comparison, negative
   * if behind; nothing if the database has no clock.
   */
  public Optional<Duration> offset() {
    return last.offset();
  }
}
