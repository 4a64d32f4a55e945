package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultPlan;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.RandomFaults;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows that races do not fail a sound backend whose replies and requests get lost. */
class UnknownOutcomesTest implements ObjectRaceContract, ReferenceRaceContract {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  private final AtomicInteger asked = new AtomicInteger();
  private final Thread opener = Thread.currentThread();
  private final FaultPlan faults =
      RandomFaults.none()
          .with(Fault.REQUEST_LOST, 0.1)
          .with(Fault.REPLY_LOST, 0.1)
          .with(Fault.DELAYED, 0.1)
          .with(Fault.DUPLICATED, 0.1)
          .with(Fault.SILENT, 0.1)
          .seeded(seed.value());
  // Only racing threads settle what is unknown, and reads have to answer.
  private final FaultyBackend lossy =
      new FaultyBackend(
          new InMemoryBackend(),
          (call, operation) -> {
            if (!operation.isConditional() || Thread.currentThread() == opener) {
              return Optional.empty();
            }
            asked.incrementAndGet();
            return faults.next(call, operation);
          });

  @AfterEach
  void someOutcomesWereUnknown() {
    assertTrue(asked.get() < 30 || lossy.counts().faults() > 0, "nothing got lost");
  }

  @Override
  public TestRun run() {
    return run;
  }

  @Override
  public Seed seed() {
    return seed;
  }

  @Override
  public Backend open(TestRun run) {
    return lossy;
  }

  @Override
  public Backend backend() {
    return lossy;
  }

  @Override
  public int scale() {
    return 5;
  }
}
