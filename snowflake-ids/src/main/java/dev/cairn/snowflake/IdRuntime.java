package dev.cairn.snowflake;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * All that making IDs needs from the world around it, so that a test can be that world.
 *
 * @param clock the time; it may jump, drift and stop
 * @param waiter returns after the given time, or at once if the thread is or becomes interrupted
 * @param scheduler runs renewals
 * @param random chooses nodes; used by one thread at a time
 * @param metrics counts what happens
 */
public record IdRuntime(
    InstantSource clock,
    Consumer<Duration> waiter,
    IdScheduler scheduler,
    RandomGenerator random,
    IdMetrics metrics) {}
