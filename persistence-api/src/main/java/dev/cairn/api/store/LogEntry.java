package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The log entry of a commit.
 *
 * <p>A follower reads entries in the order of their commits:
 *
 * <pre>{@code
 * List<LogEntry> entries = store.logAfter(last, 100);
 * while (!entries.isEmpty()) {
 *   entries.forEach(follower::process);
 *   last = entries.get(entries.size() - 1).id();
 *   entries = store.logAfter(last, 100);
 * }
 * }</pre>
 *
 * @param id the ID of the commit; its head is the state after the commit and all others that share
 *     the head
 * @param time the time of the commit by the clock of the committing process; never earlier than the
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
