package dev.cairn.iceberg.server;

import dev.cairn.api.idempotency.Principal;
import org.eclipse.jetty.http.HttpFields;

/** Names the principal of a request; throws what refuses it. */
@FunctionalInterface
interface PrincipalFilter {
  /** Without authentication: every client is the same. */
  PrincipalFilter NONE = headers -> Principal.NONE;

  /** The principal that {@code headers} prove. */
  Principal principal(HttpFields headers);
}
