package dev.cairn.benchmarks.compare;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;

/** A backend that several engines use: closing one of them leaves it open. */
final class Unclosed extends ForwardingBackend {
  Unclosed(Backend shared) {
    super(shared);
  }

  @Override
  public void close() {}
}
