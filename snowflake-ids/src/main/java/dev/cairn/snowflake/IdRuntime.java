package dev.cairn.snowflake;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The injected environment of ID generation, replaceable in tests.
 *
 * @param clock the clock; it may jump, drift and stop
 * @param waiter returns after the given time, or at once if the thread is or becomes interrupted
 * @param scheduler runs renewals
 * @param random chooses nodes; used by one thread at a time
 * @param metrics receives events
 */
public record IdRuntime(
    InstantSource clock,
    Consumer<Duration> waiter,
    IdScheduler scheduler,
    RandomGenerator random,
    IdMetrics metrics) {}
