package dev.cairn.core.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.core.Environment;
import dev.cairn.core.objects.Update;
import dev.cairn.core.objects.UpdateableId;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.core.objects.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Puts outcomes where they fit: into their record, into rows beside it, or nowhere. */
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
   * Where an outcome is.
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
    // Half of the row is left for the name, for what a later release adds, and for the lease.
    if (encoded.length() <= maxRowBytes / 2 - PART_OVERHEAD) {
      return new Kept(Optional.of(encoded), Optional.empty());
    }
    String owner = environment.newToken().toString();
    int size = maxRowBytes - PART_OVERHEAD;
    int count = 0;
    for (int from = 0; from < encoded.length(); from += size) {
      Bytes part = encoded.slice(from, Math.min(encoded.length(), from + size));
      insert(RecordPart.idOf(of, owner, count++), new RecordPart(part, expires));
    }
    return new Kept(
        Optional.empty(), Optional.of(new IdempotencyRecord.Parts(owner, count, sha256(encoded))));
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

  /** The outcome in a record that has ended. */
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
      return new Reservation.Replay(outcome, RecordTimes.instant(value.accepted()));
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
