package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.context.DriverContext;

/**
 * The driver's policy for conditional writes: never send one again, whatever the reply. It is
 * public because the driver creates it by name.
 */
public final class NeverRetryPolicy extends CountingRetryPolicy {
  /** The constructor that the driver calls. */
  public NeverRetryPolicy(DriverContext context, String profileName) {
    super(0, 0);
  }
}
