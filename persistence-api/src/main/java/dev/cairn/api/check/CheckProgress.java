package dev.cairn.api.check;

import java.time.Duration;

/**
 * What a check has done so far.
 *
 * @param references how many references
 * @param heads how many states of references
 * @param pages how many index pages
 * @param objects how many other objects
 * @param bytes how many bytes all these have as values of rows
 * @param findings how many things are not as they should be
 * @param elapsed since the check began
 */
public record CheckProgress(
    long references,
    long heads,
    long pages,
    long objects,
    long bytes,
    long findings,
    Duration elapsed) {
  /** How many heads, pages and objects were checked in a second. */
  public double objectsPerSecond() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds == 0 ? 0 : (heads + pages + objects) / seconds;
  }
}
