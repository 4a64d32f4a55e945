package dev.cairn.core.internal.head;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far back a head knows the applied keys. Times are in microseconds.
 *
 * <p>The watermark only increases, and keys before it are dropped. It follows the clocks of the
 * processes that commit with keys, but never a single clock: where there are other processes, a
 * process moves it at most to the time of another process's clock, less the window. Otherwise one
 * clock that is half an hour fast would cause the keys of all other processes to be refused.
 *
 * <p>The node that wrote a time does not identify the process: a process that restarts gets another
 * node number, and its own earlier time must not count as another process's. A process that finds a
 * time of any other node within its window therefore keeps a second window between its clock and
 * the watermark. If that time is from another process, the watermark is no later than that time
 * allows, which is at most a window old. If it is the process's own, the watermark is earlier than
 * its clock alone would allow. Thus no process needs to know of others, a clock may be ahead by up
 * to a window, and keys are kept for two windows at most.
 *
 * @param watermark keys accepted before it may have been dropped
 * @param newest the latest time that any node wrote
 * @param newestNode that node
 * @param second the latest time that any other node wrote; 0 if none did
 * @param recent the keys that were applied last and are not in an index yet; null if there are none
 * @param spilledTo the latest time at which a key that was moved to a run was accepted; null if
 *     none was moved
 * @param lives the earlier lives of the reference that may have keys here, oldest first; null if
 *     there are none
 * @param unknown properties that a newer release added
 */
public record AppliedWindow(
    long watermark,
    long newest,
    int newestNode,
    long second,
    @Nullable Bytes recent,
    @Nullable Long spilledTo,
    @Nullable List<Life> lives,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The window before any key was applied. */
  public static final AppliedWindow NONE =
      new AppliedWindow(0, 0, 0, 0, null, null, null, Map.of());

  // If a reference is created again more often than this while keys are kept, the first of these
  // lives are merged: only the IDs of their commits distinguish them.
  private static final int MOST_LIVES = 4;

  /**
   * An earlier life of the reference.
   *
   * @param until the version of its last head
   * @param created when it was created
   */
  public record Life(long until, long created) {}

  /** Copies mutable components. */
  public AppliedWindow {
    lives = lives == null || lives.isEmpty() ? null : List.copyOf(lives);
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** A window that knows nothing of keys accepted before {@code watermark}. */
  public static AppliedWindow from(long watermark) {
    return NONE.raisedTo(watermark);
  }

  /** The same window with other recent keys. */
  public AppliedWindow withRecent(@Nullable Bytes keys) {
    return new AppliedWindow(
        watermark, newest, newestNode, second, keys, spilledTo, lives, unknown);
  }

  /** The window after keys were moved, of which the latest was accepted at {@code time}. */
  public AppliedWindow withSpilledTo(long time) {
    long latest = spilledTo == null ? time : Math.max(spilledTo, time);
    return new AppliedWindow(watermark, newest, newestNode, second, recent, latest, lives, unknown);
  }

  /** Whether a key that was accepted at {@code time} may have been moved. */
  public boolean mayHaveSpilled(long time) {
    return spilledTo != null && time <= spilledTo;
  }

  /**
   * The same window, but of keys accepted before {@code time} it knows only those that are here.
   */
  public AppliedWindow raisedTo(long time) {
    return new AppliedWindow(
        Math.max(watermark, time), newest, newestNode, second, recent, spilledTo, lives, unknown);
  }

  /** The latest time in this window: of a commit, or of a key that was moved. */
  public long latest() {
    return Math.max(Math.max(newest, second), spilledTo == null ? 0 : spilledTo);
  }

  /**
   * The window in the life after the one that began at {@code created} and ended with {@code
   * lastVersion}.
   */
  public AppliedWindow afterLife(long created, long lastVersion) {
    List<Life> all = new ArrayList<>(lives == null ? List.of() : lives);
    all.add(new Life(lastVersion, created));
    return withLives(all.subList(Math.max(0, all.size() - MOST_LIVES), all.size()));
  }

  /**
   * The window without earlier lives, if this life began so long ago that none of their keys is
   * here.
   */
  public AppliedWindow inLife(long created, long window) {
    return lives != null && watermark > created + window ? withLives(null) : this;
  }

  private AppliedWindow withLives(@Nullable List<Life> others) {
    return new AppliedWindow(
        watermark, newest, newestNode, second, recent, spilledTo, others, unknown);
  }

  /**
   * When the life of the reference began in which the head of {@code version} was current.
   *
   * @param created when the current life began
   */
  public long lifeAt(long version, long created) {
    for (Life life : lives == null ? List.<Life>of() : lives) {
      if (version <= life.until()) {
        return life.created();
      }
    }
    return created;
  }

  /**
   * The window after {@code node} has committed keys at {@code now}, by its clock.
   *
   * @param window how long keys are kept
   */
  public AppliedWindow committed(int node, long now, long window) {
    long others = node == newestNode ? second : newest;
    boolean isAlone = others < now - window;
    long next = Math.max(watermark, now - (isAlone ? window : 2 * window));
    if (node == newestNode || newest == 0) {
      return new AppliedWindow(
          next, Math.max(newest, now), node, second, recent, spilledTo, lives, unknown);
    }
    return now > newest
        ? new AppliedWindow(next, now, node, newest, recent, spilledTo, lives, unknown)
        : new AppliedWindow(
            next, newest, newestNode, Math.max(second, now), recent, spilledTo, lives, unknown);
  }
}
