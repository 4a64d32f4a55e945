package dev.cairn.core.internal.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.store.CommitKey;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Stores outcomes in their record, or in rows beside it if they are large; too large ones are not
 * kept.
 */
final class OutcomeRows {
  // What a part's row has besides its content: envelope, name, property names.
  private static final int PART_OVERHEAD = 512;

  private final UpdateableObjects objects;
  private final RecordTimes times;
  private final Environment environment;
  private final int maxRowBytes;
  private final long maxOutcomeBytes;

  OutcomeRows(
      UpdateableObjects objects,
      RecordTimes times,
      Environment environment,
      int maxRowBytes,
      long maxOutcomeBytes) {
    this.objects = objects;
    this.times = times;
    this.environment = environment;
    this.maxRowBytes = maxRowBytes;
    this.maxOutcomeBytes = maxOutcomeBytes;
  }

  /**
   * Location of an outcome.
   *
   * @param inline in the record
   * @param parts in rows that are stored already
   */
  record Kept(Optional<Bytes> inline, Optional<IdempotencyRecord.Parts> parts) {}

  /**
   * Keeps {@code outcome} for a record.
   *
   * @throws UnknownOutcomeException if it is not certain that all of it is stored
   */
  Kept keep(UpdateableId<IdempotencyRecord> of, long expires, Outcome outcome) {
    Bytes encoded = OutcomeFormat.encode(outcome);
    if (encoded.length() > maxOutcomeBytes) {
      return new Kept(Optional.empty(), Optional.empty());
    }
    // Half of the row stays free for the name, for what a later release adds, and for the lease.
    if (encoded.length() <= maxRowBytes / 2 - PART_OVERHEAD) {
      return new Kept(Optional.of(encoded), Optional.empty());
    }
    return new Kept(Optional.empty(), Optional.of(keepInParts(of, expires, encoded)));
  }

  private IdempotencyRecord.Parts keepInParts(
      UpdateableId<IdempotencyRecord> of, long expires, Bytes encoded) {
    String owner = environment.newToken().toString();
    int size = maxRowBytes - PART_OVERHEAD;
    int count = 0;
    for (int from = 0; from < encoded.length(); from += size) {
      Bytes part = encoded.slice(from, Math.min(encoded.length(), from + size));
      insert(RecordPart.idOf(of, owner, count++), new RecordPart(part, expires));
    }
    return new IdempotencyRecord.Parts(owner, count, sha256(encoded));
  }

  /**
   * The form of {@code outcome} for a head: a large one is replaced by a marker. Its parts are
   * stored before any reader can find the marker, so it outlives an owner that dies before it
   * finishes the record.
   *
   * @throws UnknownOutcomeException if it is not certain that all of it is stored
   */
  Bytes toHead(UpdateableId<IdempotencyRecord> of, long expires, Outcome outcome) {
    Bytes encoded = OutcomeFormat.encode(outcome);
    if (encoded.length() <= CommitKey.MAX_RESULT_BYTES) {
      return encoded;
    }
    return OutcomeFormat.marker(
        encoded.length() > maxOutcomeBytes
            ? Optional.empty()
            : Optional.of(keepInParts(of, expires, encoded)));
  }

  /** The outcome from its form in a head; empty if that is a marker without parts. */
  Optional<Outcome> fromHead(UpdateableId<IdempotencyRecord> of, Bytes kept) {
    if (!OutcomeFormat.isMarker(kept)) {
      return Optional.of(OutcomeFormat.decode(kept));
    }
    return OutcomeFormat.parts(kept).flatMap(parts -> join(of, parts)).map(OutcomeFormat::decode);
  }

  private void insert(UpdateableId<RecordPart> id, RecordPart part) {
    Update<RecordPart> update = objects.insert(id, part, times.expiresAtMicros(part));
    if (!(update instanceof Update.Applied)) {
      throw new UnknownOutcomeException(
          "a part of the outcome may or may not have been stored as " + id);
    }
  }

  private static String sha256(Bytes bytes) {
    return Fingerprint.ofBytes(bytes).hex().orElseThrow();
  }

  /** The outcome in a finished record. */
  Reservation.Answer replay(Versioned<IdempotencyRecord> found) {
    IdempotencyRecord value = found.value();
    Optional<Bytes> encoded =
        value.parts().isPresent() ? join(found.id(), value.parts().get()) : value.outcome();
    if (encoded.isEmpty()) {
      return new Reservation.ReplayFailed(
          value.parts().isPresent()
              ? "a part of the outcome is missing or damaged"
              : "the outcome was too large to be kept");
    }
    try {
      Outcome outcome = OutcomeFormat.decode(encoded.get());
      return new Reservation.Replay(outcome, Micros.toInstant(value.accepted()));
    } catch (DamagedDataException e) {
      return new Reservation.ReplayFailed("the outcome is damaged: " + e.getMessage());
    }
  }

  private Optional<Bytes> join(UpdateableId<IdempotencyRecord> of, IdempotencyRecord.Parts parts) {
    List<UpdateableId<RecordPart>> ids =
        IntStream.range(0, parts.count())
            .mapToObj(number -> RecordPart.idOf(of, parts.owner(), number))
            .toList();
    List<Bytes> contents = new ArrayList<>();
    int length = 0;
    for (Optional<Versioned<RecordPart>> part : objects.readAll(ids)) {
      if (part.isEmpty()) {
        return Optional.empty();
      }
      contents.add(part.get().value().content());
      length += part.get().value().content().length();
    }
    byte[] whole = new byte[length];
    int at = 0;
    for (Bytes content : contents) {
      content.copyTo(whole, at);
      at += content.length();
    }
    Bytes joined = Bytes.wrap(whole);
    return sha256(joined).equals(parts.sha256()) ? Optional.of(joined) : Optional.empty();
  }
}
