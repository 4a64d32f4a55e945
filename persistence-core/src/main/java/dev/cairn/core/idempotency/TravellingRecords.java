package dev.cairn.core.idempotency;

import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.Envelope;
import dev.cairn.core.lease.LeaseState;
import java.util.List;
import java.util.Optional;

/** Records of requests that are taken to another database. */
public final class TravellingRecords {
  /** The types of their rows: records, then parts, which are written before their record ends. */
  public static final List<String> TYPES =
      List.of(IdempotencyRecord.TYPE.name(), RecordPart.TYPE.name());

  private TravellingRecords() {}

  /**
   * A record that was accepted at {@code since} or later, as if its owner had left it: whoever
   * repeats the request takes it over and learns from the head whether it took effect.
   */
  public static Optional<ObjectRow> reopened(ObjectRow row, long since, Codec codec) {
    Envelope envelope = Envelope.ofBytes(row.key(), row.value());
    IdempotencyRecord record = record(row, codec);
    if (record.accepted() < since) {
      return Optional.empty();
    }
    return Optional.of(
        new ObjectRow(
            row.key(),
            codec.encodeUpdateable(
                IdempotencyRecord.TYPE, reopened(record), envelope.name(), envelope.previous()),
            row.token(),
            row.createdAtMicros(),
            row.expiresAtMicros()));
  }

  /**
   * Whether {@code found}, which has arrived already, stays when {@code next} comes: it is the end
   * of the same request, which was read before the references and so is true of them.
   */
  public static boolean isFinal(ObjectRow found, ObjectRow next, Codec codec) {
    if (!found.key().type().equals(IdempotencyRecord.TYPE.name())) {
      return false;
    }
    IdempotencyRecord there = record(found, codec);
    return there.finished() && there.accepted() == record(next, codec).accepted();
  }

  private static IdempotencyRecord record(ObjectRow row, Codec codec) {
    Envelope envelope = Envelope.ofBytes(row.key(), row.value());
    return codec.decode(IdempotencyRecord.TYPE, row.key(), envelope);
  }

  private static IdempotencyRecord reopened(IdempotencyRecord record) {
    LeaseState lease = record.lease();
    LeaseState ended =
        new LeaseState(
            lease.owner(),
            lease.host(),
            lease.process(),
            true,
            lease.since(),
            lease.since(),
            lease.unknown());
    return new IdempotencyRecord(
        ended,
        record.fingerprint(),
        record.accepted(),
        record.expires(),
        record.window(),
        record.takeovers(),
        false,
        Optional.empty(),
        Optional.empty(),
        record.unknown());
  }
}
