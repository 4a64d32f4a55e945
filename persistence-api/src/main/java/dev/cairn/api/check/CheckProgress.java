package dev.cairn.api.check;

import java.time.Duration;

/**
 * The progress of a check.
 *
 * @param references the number of references checked
 * @param heads the number of states checked
 * @param pages the number of index pages checked
 * @param objects the number of other objects checked
 * @param bytes the total size of their values
 * @param findings the number of findings
 * @param elapsed the time since the check started
 */
public record CheckProgress(
    long references,
    long heads,
    long pages,
    long objects,
    long bytes,
    long findings,
    Duration elapsed) {
  /** Heads, pages and objects checked per second. */
  public double objectsPerSecond() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds == 0 ? 0 : (heads + pages + objects) / seconds;
  }
}
