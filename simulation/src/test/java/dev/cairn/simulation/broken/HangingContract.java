package dev.cairn.simulation.broken;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;
import java.util.concurrent.CountDownLatch;

/**
 * The contract of stores on a backend whose swaps never end, or on a variant that is named; not run
 * by the build.
 */
class HangingContract extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    Backend sound = new InMemoryBackend();
    return run.parameter(SuiteRun.PARAMETER).isEmpty()
        ? new NeverEnds(sound)
        : Variant.valueOf(run.parameter(SuiteRun.PARAMETER).get()).open(new TestClock());
  }

  @Override
  public int scale() {
    return 1;
  }

  private static final class NeverEnds extends ForwardingBackend {
    private final CountDownLatch never = new CountDownLatch(1);

    NeverEnds(Backend sound) {
      super(sound);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      waitForTheReply();
      return super.swapReference(expected, next);
    }

    private void waitForTheReply() {
      try {
        never.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted", e);
      }
    }
  }
}
