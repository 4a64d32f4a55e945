package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.context.DriverContext;

/**
 * The driver's policy for conditional writes: none is sent a second time, whatever the answer. The
 * driver makes it by its name; that is why it is public.
 */
public final class NeverRetryPolicy extends CountingRetryPolicy {
  /** As the driver calls it. */
  public NeverRetryPolicy(DriverContext context, String profileName) {
    super(0, 0);
  }
}
