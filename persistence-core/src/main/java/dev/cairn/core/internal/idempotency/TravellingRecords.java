package dev.cairn.core.internal.idempotency;

import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.lease.LeaseState;
import java.util.List;
import java.util.Optional;

/** Rules for idempotency records that are transferred to another database. */
public final class TravellingRecords {
  /** The types of their rows: records, then parts, which are written before their record ends. */
  public static final List<String> TYPES =
      List.of(IdempotencyRecord.TYPE.name(), RecordPart.TYPE.name());

  private TravellingRecords() {}

  /**
   * A record that was accepted at {@code since} or later, as if its owner had abandoned it: the
   * process that repeats the request takes it over, and the head shows whether it took effect.
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
   * Whether {@code found}, which has arrived already, stays when {@code next} arrives: it is the
   * end of the same request, and was read before the references, so its commit is in them.
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
