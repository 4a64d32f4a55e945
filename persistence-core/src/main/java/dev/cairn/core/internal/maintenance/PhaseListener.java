package dev.cairn.core.internal.maintenance;

/** Receives the phases of a collection. */
@FunctionalInterface
public interface PhaseListener {
  /** The listener for the work of the phase {@code name}. */
  Steps phase(String name);
}
