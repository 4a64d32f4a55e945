package dev.cairn.simulation.sim;

import java.time.Duration;
import java.util.List;

/**
 * A simulation that ended well.
 *
 * @param steps how many steps its actors took
 * @param elapsed how much simulated time passed
 * @param schedule whose turn it was
 * @param fingerprint the same for runs with the same steps, and hardly ever for others
 * @param trace the steps, if they were written down
 */
public record SimulationResult(
    long steps, Duration elapsed, Schedule schedule, long fingerprint, List<String> trace) {}
