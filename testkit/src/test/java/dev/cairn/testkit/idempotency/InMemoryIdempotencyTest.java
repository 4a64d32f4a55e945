package dev.cairn.testkit.idempotency;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.TestRun;

class InMemoryIdempotencyTest extends IdempotencyContract {
  @Override
  public Backend open(TestRun run) {
    return new InMemoryBackend();
  }

  @Override
  public int scale() {
    return 10 * Scale.ofRun();
  }

  @Override
  public int stormRequests() {
    return 100_000 * Scale.ofRun();
  }
}
