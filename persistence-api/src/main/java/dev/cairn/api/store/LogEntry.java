package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A commit as the log tells it.
 *
 * @param id names the commit, and the state after it and those that shared its head
 * @param time when it was made, by the clock of the process that made it; never before the entry
 *     that precedes it
 * @param message what the change said of itself, may be empty
 * @param attributes what else it said
 * @param changedKeys the keys it edited, by the names of their indexes, those of the application
 *     only; nothing if they were many and the state before is not retained any more
 */
public record LogEntry(
    CommitId id,
    Instant time,
    String message,
    Map<String, String> attributes,
    Map<String, List<Bytes>> changedKeys) {
  /** How many bytes a message, or all attributes together, may have. */
  public static final int MAX_TEXT_BYTES = 4096;
}
