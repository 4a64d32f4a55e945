package dev.cairn.core.internal.turn;

import java.time.Duration;

/** Receives events of turns. Implementations must be fast and must not throw. */
public interface TurnMetrics {
  /** This process joined the list; {@code before} processes are before it. */
  default void joined(int before) {}

  /** A turn of this process began, {@code waited} after it joined or ended its last turn. */
  default void turnBegan(Duration waited) {}

  /** This process lost patience and dropped {@code processes} before it. */
  default void dropped(int processes) {}
}
