package dev.cairn.core.idempotency;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.core.lease.LeaseState;
import dev.cairn.core.objects.UpdateableId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is kept of a request, as it is stored. Times are in microseconds.
 *
 * @param lease who executes it
 * @param fingerprint of its payload, as hexadecimal digits
 * @param accepted when it was first accepted
 * @param expires when its lifetime ends
 * @param window how long heads keep its key; together with {@code accepted} it leads there
 * @param takeovers how often its owner changed
 * @param finished whether it has ended
 * @param outcome how, if that is small
 * @param parts where that is, if it is large
 * @param unknown what a newer release put there
 */
record IdempotencyRecord(
    LeaseState lease,
    Optional<String> fingerprint,
    long accepted,
    long expires,
    long window,
    int takeovers,
    boolean finished,
    Optional<Bytes> outcome,
    Optional<Parts> parts,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The type of records. */
  static final ObjectType<IdempotencyRecord> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.idempotency";
        }

        @Override
        public Class<IdempotencyRecord> valueClass() {
          return IdempotencyRecord.class;
        }

        @Override
        public boolean updateable() {
          return true;
        }
      };

  /**
   * An outcome in rows of its own.
   *
   * @param owner whose rows; owners do not overwrite each other's
   * @param count how many rows
   * @param sha256 of all of it, as hexadecimal digits
   */
  record Parts(String owner, int count, String sha256) {
    private static final int MOST = 1 << 16;

    /** Checks what could come from damaged bytes. */
    Parts {
      Objects.requireNonNull(owner);
      Objects.requireNonNull(sha256);
      if (count < 1 || count > MOST) {
        throw new IllegalArgumentException("an outcome is not in %d parts".formatted(count));
      }
    }
  }

  /** Checks what could come from damaged bytes. */
  IdempotencyRecord {
    Objects.requireNonNull(lease);
    var unused = fingerprint.map(Fingerprint::ofHex);
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** A record of a request that was just accepted. */
  static IdempotencyRecord accepted(
      LeaseState lease, Fingerprint fingerprint, long now, long lifetime, long window) {
    return new IdempotencyRecord(
        lease,
        fingerprint.hex(),
        now,
        now + lifetime,
        window,
        0,
        false,
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  static UpdateableId<IdempotencyRecord> idOf(RequestKey request) {
    return UpdateableId.named(TYPE, request.name());
  }

  IdempotencyRecord withLease(LeaseState other) {
    return new IdempotencyRecord(
        other,
        fingerprint,
        accepted,
        expires,
        window,
        takeovers,
        finished,
        outcome,
        parts,
        unknown);
  }

  IdempotencyRecord takenOver(LeaseState by) {
    return new IdempotencyRecord(
        by,
        fingerprint,
        accepted,
        expires,
        window,
        takeovers + 1,
        finished,
        outcome,
        parts,
        unknown);
  }

  /** The same with an end; what has one keeps it. */
  IdempotencyRecord finished(Optional<Bytes> inline, Optional<Parts> elsewhere) {
    return finished
        ? this
        : new IdempotencyRecord(
            lease,
            fingerprint,
            accepted,
            expires,
            window,
            takeovers,
            true,
            inline,
            elsewhere,
            unknown);
  }

  Fingerprint fingerprintOrNone() {
    return fingerprint.map(Fingerprint::ofHex).orElse(Fingerprint.none());
  }
}
