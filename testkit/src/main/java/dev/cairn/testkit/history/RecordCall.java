package dev.cairn.testkit.history;

import java.util.Optional;

/**
 * An operation on the record of an idempotency key.
 *
 * @param client who did it
 * @param kind what was asked for
 * @param reply what was answered
 * @param grant the ownership that it uses, or that it would bring; no two reservations have the
 *     same
 * @param process the process to which that belongs
 * @param text the payload of a reservation, the outcome to finish with
 * @param seen what was told of the record, if anything
 */
public record RecordCall(
    String client,
    Kind kind,
    Reply reply,
    int grant,
    String process,
    String text,
    Optional<Seen> seen,
    long invoked,
    long returned)
    implements Timed {
  /** What is asked for. */
  public enum Kind {
    RESERVE,
    HEARTBEAT,
    FINISH,
    /** Gives a request back as if it had not been sent. */
    RELEASE,
    /** Gives the lease back and leaves the request open. */
    ABANDON,
    LOAD
  }

  /** What is answered. */
  public enum Reply {
    RESERVED,
    TAKEN_OVER,
    IN_PROGRESS,
    /** With the outcome as what was seen. */
    REPLAY,
    KEY_CONFLICT,
    DONE,
    LOST,
    /** The record, or that there is none. */
    LOADED,
    UNKNOWN
  }

  /**
   * What was told of a record.
   *
   * @param outcome how it ended
   * @param record the rest, if it was told
   */
  public record Seen(Optional<String> outcome, Optional<Rest> record) {}

  /** What operators see of a record. */
  public record Rest(boolean isFinal, String payload, int takeovers, String process) {}

  /** The same operation with another ownership. */
  public RecordCall by(int otherGrant) {
    return new RecordCall(client, kind, reply, otherGrant, process, text, seen, invoked, returned);
  }

  /** The same operation with its answer, at the time {@code now}. */
  public RecordCall answered(Reply answer, Optional<Seen> told, long now) {
    return new RecordCall(
        client,
        kind,
        answer,
        grant,
        process,
        text,
        told,
        invoked,
        answer == Reply.UNKNOWN ? NEVER : now);
  }

  @Override
  public String describe() {
    return "%s %s by %d (%s): %s%s"
        .formatted(kind, text, grant, process, reply, seen.map(what -> " " + what).orElse(""));
  }
}
