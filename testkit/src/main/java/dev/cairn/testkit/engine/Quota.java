package dev.cairn.testkit.engine;

import dev.cairn.api.ObjectType;
import java.time.Duration;

/**
 * An updateable object.
 *
 * @param owner who wrote it last
 * @param left a number to change
 * @param cachedSeconds how long it may be cached
 */
record Quota(String owner, long left, long cachedSeconds) {
  /** How long the absence of a quota may be cached. */
  static final Duration MISSING = Duration.ofSeconds(5);

  /** The type of quotas. */
  static final ObjectType<Quota> TYPE = new Type();

  Quota(String owner, long left) {
    this(owner, left, 0);
  }

  private record Type() implements ObjectType<Quota> {
    @Override
    public String name() {
      return "quota";
    }

    @Override
    public Class<Quota> valueClass() {
      return Quota.class;
    }

    @Override
    public boolean updateable() {
      return true;
    }

    @Override
    public Duration cacheFor(Quota quota) {
      return Duration.ofSeconds(quota.cachedSeconds());
    }

    @Override
    public Duration cacheMissingFor() {
      return MISSING;
    }
  }
}
