package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The log entry of a commit.
 *
 * @param id the ID of the commit; its head is the state after the commit and all others that share
 *     the head
 * @param time when it was made, by the clock of the committing process; never earlier than the
 *     preceding entry
 * @param message the message that the change set; may be empty
 * @param attributes the attributes that the change set
 * @param changedKeys the edited keys of the application's indexes, by index name; empty if there
 *     were many and the state before is no longer retained
 */
public record LogEntry(
    CommitId id,
    Instant time,
    String message,
    Map<String, String> attributes,
    Map<String, List<Bytes>> changedKeys) {
  /** The maximum size of a message, and of all attributes together, in bytes. */
  public static final int MAX_TEXT_BYTES = 4096;
}
