package dev.cairn.core.internal.lease;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** One process with a clock of its own, which moves when it is set and when the process waits. */
final class TestHolder {
  static final Duration SKEW = Duration.ofMillis(500);

  // One for all: thousands of simulated processes would spend their time on setting up Jackson.
  private static final Codec CODEC = new Codec(1);

  final LeaseHolder holder;
  final Environment environment;
  final UpdateableObjects objects;

  /** The present timestamp. */
  long now;

  /** How many milliseconds pass with every look at the clock. */
  long ticking;

  TestHolder(String name, Backend backend, long now) {
    this.holder = new LeaseHolder("host", name);
    this.now = now;
    this.environment =
        new Environment(
            this::look, duration -> this.now += duration.toMillis(), new Random(name.hashCode()));
    this.objects = new UpdateableObjects(backend, CODEC, Scope.SYSTEM, environment);
  }

  private Instant look() {
    Instant found = SnowflakeId.toInstant(now);
    now += ticking;
    return found;
  }

  <T> Leases<T> leases(LeaseField<T> field) {
    return new Leases<>(objects, field, environment, SKEW);
  }

  NodeLeases nodeLeases() {
    return new NodeLeases(leases(LeaseField.whole()));
  }
}
