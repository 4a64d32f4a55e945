package dev.cairn.core.head;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For how far back a head knows which keys were applied. Times are in microseconds.
 *
 * <p>The watermark only grows, and with it keys are dropped. It follows the clocks of those who
 * commit with keys, but no clock alone: a node moves it at most to where another node's clock was,
 * less the window. Otherwise one clock that is an hour fast would refuse everybody's keys.
 *
 * @param watermark keys accepted before it may be gone
 * @param newest the latest time that any node put here
 * @param newestNode that node
 * @param second the latest time that any other node put here; 0 if none did
 * @param recent the keys that were applied last and are not in an index yet; null if there are none
 * @param spilledTo no key that was moved from there to a run was accepted after it; null if none
 *     was moved
 * @param unknown what a newer release put there
 */
public record AppliedWindow(
    long watermark,
    long newest,
    int newestNode,
    long second,
    @Nullable Bytes recent,
    @Nullable Long spilledTo,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** Before any key was applied. */
  public static final AppliedWindow NONE = new AppliedWindow(0, 0, 0, 0, null, null, Map.of());

  /** Copies the map. */
  public AppliedWindow {
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** Knows nothing of keys accepted before {@code watermark}. */
  public static AppliedWindow from(long watermark) {
    return new AppliedWindow(watermark, 0, 0, 0, null, null, Map.of());
  }

  /** The same with other recent keys. */
  public AppliedWindow withRecent(@Nullable Bytes keys) {
    return new AppliedWindow(watermark, newest, newestNode, second, keys, spilledTo, unknown);
  }

  /** After keys were moved of which the latest was accepted at {@code time}. */
  public AppliedWindow withSpilledTo(long time) {
    long latest = spilledTo == null ? time : Math.max(spilledTo, time);
    return new AppliedWindow(watermark, newest, newestNode, second, recent, latest, unknown);
  }

  /** Whether a key that was accepted at {@code time} may have been moved. */
  public boolean mayHaveSpilled(long time) {
    return spilledTo != null && time <= spilledTo;
  }

  /** Knows nothing of keys accepted before {@code time} but those that are here. */
  public AppliedWindow raisedTo(long time) {
    return new AppliedWindow(
        Math.max(watermark, time), newest, newestNode, second, recent, spilledTo, unknown);
  }

  /**
   * After {@code node} has committed keys at {@code now}, by its clock.
   *
   * @param window how long keys are kept
   */
  public AppliedWindow committed(int node, long now, long window) {
    long others = node == newestNode ? second : newest;
    // A node that is alone has only its own clock.
    boolean isAlone = others < now - window;
    long next = Math.max(watermark, (isAlone ? now : Math.min(now, others)) - window);
    if (node == newestNode || newest == 0) {
      return new AppliedWindow(
          next, Math.max(newest, now), node, second, recent, spilledTo, unknown);
    }
    return now > newest
        ? new AppliedWindow(next, now, node, newest, recent, spilledTo, unknown)
        : new AppliedWindow(
            next, newest, newestNode, Math.max(second, now), recent, spilledTo, unknown);
  }
}
