package dev.cairn.iceberg.catalog;

import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.internal.Utf8;
import java.util.Optional;

/**
 * A request that a catalog serves.
 *
 * @param principal the client; it stands in the log, and with what it drops
 * @param requestId the ID of the request in logs; it stands in the log of the catalog too
 * @param execution the execution of the request under its key; empty if it has none
 */
public record CatalogRequest(
    Principal principal, Optional<String> requestId, Optional<Execution> execution) {
  /** A request of which nothing is known. */
  public static final CatalogRequest NONE =
      new CatalogRequest(Principal.NONE, Optional.empty(), Optional.empty());

  /** Refuses malformed text. */
  public CatalogRequest {
    requestId.ifPresent(id -> Utf8.checked("the ID of a request", id));
  }

  /** The request {@code requestId} of {@code principal}, without a key. */
  public static CatalogRequest of(Principal principal, String requestId) {
    return new CatalogRequest(principal, Optional.of(requestId), Optional.empty());
  }

  /** This request, executed under its key. */
  public CatalogRequest with(Execution newExecution) {
    return new CatalogRequest(principal, requestId, Optional.of(newExecution));
  }

  /** Whether its commit is applied once, however often the request is executed. */
  boolean isKeyed() {
    return execution.flatMap(Execution::owner).isPresent();
  }
}
