package dev.cairn.core.internal.store;

import dev.cairn.api.internal.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Encoding of the large values that the changes of a group put. It is left to the callers that wait
 * for the commits, each for its own, while the leader runs the other changes. The leader's own
 * values come last. Only the leader uses this.
 */
final class GroupEncoding {
  // A caller does nothing but wait, so it is later than this only if it gets no processor.
  private static final Duration MOST_WAIT = Duration.ofMillis(20);

  private final CommitServices services;
  private final GroupCommitter queue;
  private final String reference;
  private final List<Part> parts = new ArrayList<>();

  private record Part(QueuedCommit<?> entry, MemberObjects objects, ValueEncoding encoding) {}

  GroupEncoding(CommitServices services, GroupCommitter queue, String reference) {
    this.services = services;
    this.queue = queue;
    this.reference = reference;
  }

  /** Has the values encoded that the change of {@code entry} put and that are not encoded yet. */
  void add(QueuedCommit<?> entry, MemberObjects objects) {
    if (!objects.hasUnencoded()) {
      return;
    }
    // A serializer that commits would wait for this group.
    ValueEncoding encoding =
        new ValueEncoding(() -> services.running().run(reference, objects::encodeValues));
    parts.add(new Part(entry, objects, encoding));
    entry.hand(encoding);
  }

  /**
   * Waits until all values are encoded, and adds them to the objects of their commits.
   *
   * @return whether all of them could be encoded; otherwise the commits at fault encode at once
   *     when they run again, so that their changes receive the exceptions
   */
  boolean finish() {
    parts.stream().filter(part -> !part.entry.isHanded()).forEach(part -> part.encoding.run());
    awaitCallers();
    boolean isComplete = true;
    for (Part part : parts) {
      awaitDone(part.encoding);
      try {
        part.objects.addEncoded(part.encoding.encoded());
      } catch (RuntimeException e) {
        part.entry.setEncodedAtOnce();
        isComplete = false;
      }
    }
    return isComplete;
  }

  // One caller that is late ends the wait for all: the others have had the same time to begin.
  private void awaitCallers() {
    boolean mayWait = true;
    for (Part part : parts) {
      if (mayWait) {
        queue.shield();
        queue
            .rhythm()
            .awaitDone(
                part.encoding.done(),
                Durations.after(services.environment().nowMicros(), MOST_WAIT));
        mayWait = part.encoding.done().isDone();
      }
      part.encoding.run();
    }
  }

  private void awaitDone(ValueEncoding encoding) {
    while (!encoding.done().isDone()) {
      queue.shield();
      queue.rhythm().awaitDone(encoding.done(), Long.MAX_VALUE);
    }
  }
}
