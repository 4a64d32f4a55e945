package dev.cairn.core.idempotency;

import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.RequestKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests that this process is at: those that come again meanwhile wait for the first. */
final class Flights {
  private final Map<RequestKey, Flight> underWay = new ConcurrentHashMap<>();

  /**
   * A request under way.
   *
   * @param landed completes with the outcome that is final, or with nothing if there is none
   */
  record Flight(Fingerprint fingerprint, CompletableFuture<Optional<Outcome>> landed) {
    /** The outcome that is final, if it has landed with one. */
    Optional<Outcome> outcome() {
      return landed.getNow(Optional.empty());
    }
  }

  /** Begins {@code flight}; returns the one that is under way already, or null. */
  @Nullable Flight begin(RequestKey request, Flight flight) {
    return underWay.putIfAbsent(request, flight);
  }

  /** Ends a flight. */
  void end(RequestKey request, Flight flight, Optional<Outcome> outcome) {
    underWay.remove(request, flight);
    flight.landed().complete(outcome);
  }
}
