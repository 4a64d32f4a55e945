package dev.cairn.simulation.sim;

import java.util.ArrayList;
import java.util.List;

/** The steps of a run: written down if wanted, and always folded into a fingerprint. */
final class Trace {
  private final boolean kept;
  private final List<String> lines = new ArrayList<>();
  private long fingerprint = 17;

  Trace(boolean kept) {
    this.kept = kept;
  }

  void add(long nowMicros, String who, String what) {
    fingerprint = 31 * (31 * (31 * fingerprint + nowMicros) + who.hashCode()) + what.hashCode();
    if (kept) {
      lines.add(
          "%6d %4d.%06d %-12s %s"
              .formatted(
                  lines.size() + 1, nowMicros / 1_000_000, nowMicros % 1_000_000, who, what));
    }
  }

  void note(String what) {
    if (kept) {
      lines.add(" ".repeat(32) + what);
    }
  }

  long fingerprint() {
    return fingerprint;
  }

  List<String> lines() {
    return lines;
  }
}
