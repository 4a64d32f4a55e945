package dev.cairn.core.internal.idempotency;

import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.RequestKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests that this process is executing; repetitions with the same payload wait for the first.
 *
 * <p>Requests with another payload, or with a fingerprint where the first has none, are separate
 * flights and read the record. Only the record decides which payload is the right one: the first in
 * flight may itself have the wrong one.
 */
final class Flights {
  private final Map<Payload, Flight> underWay = new ConcurrentHashMap<>();

  private record Payload(RequestKey request, Fingerprint fingerprint) {}

  /**
   * A request in flight.
   *
   * @param landed completes with the final outcome, or empty if there is none
   */
  record Flight(CompletableFuture<Optional<Outcome>> landed) {
    /** The final outcome, if the flight has ended with one. */
    Optional<Outcome> outcome() {
      return landed.getNow(Optional.empty());
    }
  }

  /** Begins {@code flight}; returns the flight that has begun already, or null. */
  @Nullable Flight begin(RequestKey request, Fingerprint fingerprint, Flight flight) {
    return underWay.putIfAbsent(new Payload(request, fingerprint), flight);
  }

  /** Ends a flight. */
  void end(RequestKey request, Fingerprint fingerprint, Flight flight, Optional<Outcome> outcome) {
    underWay.remove(new Payload(request, fingerprint), flight);
    flight.landed().complete(outcome);
  }
}
