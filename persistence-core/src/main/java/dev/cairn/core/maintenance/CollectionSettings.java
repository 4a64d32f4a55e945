package dev.cairn.core.maintenance;

import java.time.Duration;

/**
 * How a collection goes about it.
 *
 * @param grace how old an unreachable object has to be to go
 * @param retention how long a head is kept after it was superseded
 * @param collectsUnknownTypes whether rows of types that this process does not know may go
 * @param deletesPerSecond how many rows are deleted in a second at most
 * @param maxFilterBytes how much memory the mark may take
 * @param threads how many threads sweep at most
 */
public record CollectionSettings(
    Duration grace,
    Duration retention,
    boolean collectsUnknownTypes,
    long deletesPerSecond,
    long maxFilterBytes,
    int threads) {}
