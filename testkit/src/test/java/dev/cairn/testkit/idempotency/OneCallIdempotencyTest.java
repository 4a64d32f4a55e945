package dev.cairn.testkit.idempotency;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.fault.OneCallBackend;

/**
 * Requests with idempotency keys on a backend that writes rows and swaps a reference by one call.
 */
class OneCallIdempotencyTest extends IdempotencyContract {
  @Override
  public Backend open(TestRun run) {
    return new OneCallBackend(new InMemoryBackend());
  }
}
