package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.context.DriverContext;

/**
 * The driver's policy for serial reads. A serial read that contends with many conditional writes of
 * its row can lose until the cluster's contention timeout, and then ends as a timeout <em>of a
 * write</em>, which the driver would not repeat. It is only a read, so it is repeated within the
 * request timeout. The class is public because the driver creates it by name.
 */
public final class SerialReadRetryPolicy extends CountingRetryPolicy {
  private static final int AFTER_TIMEOUTS = 5;

  /** The constructor that the driver calls. */
  public SerialReadRetryPolicy(DriverContext context, String profileName) {
    super(AFTER_TIMEOUTS, 1);
  }
}
