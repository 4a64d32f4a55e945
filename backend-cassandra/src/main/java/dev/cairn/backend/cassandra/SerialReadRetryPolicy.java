package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.context.DriverContext;

/**
 * The driver's policy for serial reads. One that meets many conditional writes of its row can lose
 * to them until the cluster's time for contention is up, and ends as a time-out <em>of a
 * write</em>, which the driver would not repeat. It is only a read, so it is asked again, within
 * the time of the request. The driver makes it by its name; that is why it is public.
 */
public final class SerialReadRetryPolicy extends CountingRetryPolicy {
  private static final int AFTER_TIMEOUTS = 5;

  /** As the driver calls it. */
  public SerialReadRetryPolicy(DriverContext context, String profileName) {
    super(AFTER_TIMEOUTS, 1);
  }
}
