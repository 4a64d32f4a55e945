package dev.cairn.core.internal.idempotency;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.core.internal.lease.LeaseState;
import dev.cairn.core.internal.objects.UpdateableId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The stored record of a request. Times are in microseconds.
 *
 * @param lease the lease of its owner
 * @param fingerprint of its payload, as hexadecimal digits
 * @param accepted when it was first accepted
 * @param expires when its lifetime ends
 * @param window how long heads keep its key; with {@code accepted}, it gives the key's place in a
 *     head
 * @param takeovers how often its owner changed
 * @param finished whether it has ended
 * @param outcome its outcome, if that is small
 * @param parts where its outcome is, if that is large
 * @param unknown properties that a newer release added
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
   * An outcome in separate rows.
   *
   * @param owner the owner that wrote them; owners do not overwrite each other's rows
   * @param count the number of rows
   * @param sha256 of the whole outcome, as hexadecimal digits
   */
  record Parts(String owner, int count, String sha256) {
    private static final int MOST = 1 << 16;

    /** Checks what could come from damaged bytes. */
    Parts {
      Objects.requireNonNull(owner);
      Objects.requireNonNull(sha256);
      if (count < 1 || count > MOST) {
        throw new IllegalArgumentException("an outcome cannot have %d parts".formatted(count));
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

  /** The same record, finished; a finished one keeps its outcome. */
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
