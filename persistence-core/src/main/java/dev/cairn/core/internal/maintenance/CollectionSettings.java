package dev.cairn.core.internal.maintenance;

import java.time.Duration;

/**
 * Settings of a collection.
 *
 * @param grace the age from which an unreachable object is deleted
 * @param retention how long a head is kept after it was superseded
 * @param collectsUnknownTypes whether rows of types that this process does not know may be deleted
 * @param deletesPerSecond the most rows deleted per second
 * @param maxFilterBytes the most memory of the mark filter
 * @param threads the most threads that sweep
 */
public record CollectionSettings(
    Duration grace,
    Duration retention,
    boolean collectsUnknownTypes,
    long deletesPerSecond,
    long maxFilterBytes,
    int threads) {}
