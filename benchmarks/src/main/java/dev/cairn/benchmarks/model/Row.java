package dev.cairn.benchmarks.model;

/** The row that all processes swap. */
final class Row {
  private final Service service;
  private long version;
  private double freeAt;
  private double tokens;
  private double refilledAt;
  private long swaps;
  private long lost;

  Row(Service service) {
    this.service = service;
    this.tokens = service.perSecond();
  }

  long version() {
    return version;
  }

  long swaps() {
    return swaps;
  }

  long lost() {
    return lost;
  }

  /** Whether the service accepts another swap now; bursts of one second's worth are allowed. */
  boolean accepts(double now) {
    if (Double.isInfinite(service.perSecond())) {
      return true;
    }
    tokens = Math.min(service.perSecond(), tokens + (now - refilledAt) * service.perSecond() / 1e3);
    refilledAt = now;
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }

  /** When a swap that arrives now is done, after those before it. */
  double reserve(double now) {
    freeAt = Math.max(now, freeAt) + service.rowMillis();
    return freeAt;
  }

  /** Swaps, if the version is the expected one. */
  boolean swap(long expected) {
    swaps++;
    if (version != expected) {
      lost++;
      return false;
    }
    version++;
    return true;
  }
}
