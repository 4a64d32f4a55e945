package dev.cairn.simulation.sim;

/**
 * Thrown at the switch points of an actor that crashed, or of any when the simulation ends. It
 * unwinds the actor's stack and is no failure; every later switch point throws it again before it
 * does anything.
 */
public final class ActorStopped extends Error {
  ActorStopped(String message) {
    super(message, null, false, false);
  }
}
