package dev.cairn.benchmarks;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Repeats work unmeasured until the JVM has compiled it: on two cores the compilers otherwise take
 * one of them for the first quarter of a minute.
 */
final class WarmUp {
  private static final int MOST_ROUNDS = 15;
  private static final double BUSY = 0.05;

  private WarmUp() {}

  /** Repeats {@code round} until compilers work less than a twentieth of its time. */
  static void until(Runnable round) {
    CompilationMXBean compilation = ManagementFactory.getCompilationMXBean();
    double share = 1;
    for (int i = 0; i < MOST_ROUNDS && share > BUSY; i++) {
      long compiled = compilation.getTotalCompilationTime();
      long begun = System.nanoTime();
      round.run();
      double millis = (System.nanoTime() - begun) / 1e6;
      share = (compilation.getTotalCompilationTime() - compiled) / millis;
    }
  }
}
