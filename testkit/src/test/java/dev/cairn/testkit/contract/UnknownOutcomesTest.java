package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows that races do not fail a sound backend whose replies and requests get lost. */
class UnknownOutcomesTest implements ObjectRaceContract, ReferenceRaceContract {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  private final Lossy lossy = new Lossy(new InMemoryBackend(), seed.random("losses"));

  @AfterEach
  void someOutcomesWereUnknown() {
    assertTrue(lossy.conditional.get() < 30 || lossy.unknown.get() > 0, "nothing got lost");
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

  /** Loses one of three conditional writes of racing threads, before or after it is done. */
  private static final class Lossy extends ForwardingBackend {
    final AtomicInteger conditional = new AtomicInteger();
    final AtomicInteger unknown = new AtomicInteger();
    private final Thread opener = Thread.currentThread();
    private final Random random;

    Lossy(Backend delegate, Random random) {
      super(delegate);
      this.random = random;
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      if (!operation.isConditional() || Thread.currentThread() == opener) {
        return super.around(operation, call);
      }
      conditional.incrementAndGet();
      int chance = random.nextInt(6);
      if (chance > 1) {
        return super.around(operation, call);
      }
      unknown.incrementAndGet();
      if (chance == 0) {
        T unused = super.around(operation, call);
      }
      @SuppressWarnings("unchecked") // Conditional operations return a CasResult.
      T lost = (T) CasResult.unknown(new IllegalStateException("lost on purpose"));
      return lost;
    }
  }
}
