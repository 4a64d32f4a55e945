package dev.cairn.snowflake;

import java.util.function.LongSupplier;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Every result of concurrent taking, renewing and closing is one that some sequential order gives.
 *
 * <p>The clock stands at 10,000, the earlier holder ended at 9,998 and the lease at 9,999 before
 * its renewal: so what is taken begins behind the clock, crosses a millisecond, meets the end of
 * the lease and exhausts the last millisecond. A clock that moves is left to {@link
 * NodeSequenceThreadsTest}: a refusal that is out of date by a tick is allowed, since the caller
 * looks again, but has no sequential explanation.
 */
@Param(name = "count", gen = IntGen.class, conf = "1:4096")
public class NodeSequenceLincheckTest {
  private static final int SCALE = Integer.getInteger("cairn.test.scale", 1);

  private final NodeSequence sequence =
      new NodeSequence(1, 9_998, 0, 9_999, new StoppedClock(), IdMetrics.NONE);

  private static final class StoppedClock implements LongSupplier {
    @Override
    public long getAsLong() {
      return 10_000;
    }
  }

  @Operation
  public long takeOne() {
    return sequence.tryTake(1);
  }

  @Operation
  public long takeBatch(@Param(name = "count") int count) {
    return sequence.tryTake(count);
  }

  // The keeper of the lease renews from one thread at a time.
  @Operation(nonParallelGroup = "keeper")
  public void extend() {
    sequence.extend(10_000);
  }

  @Operation
  public long close() {
    return sequence.close();
  }

  @Test
  void everyInterleavingHasASequentialExplanation() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .iterations(10 * SCALE)
        .invocationsPerIteration(150)
        .check(NodeSequenceLincheckTest.class);
  }

  @Test
  void everyRunOnRealThreadsHasASequentialExplanation() {
    new StressOptions()
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .iterations(5 * SCALE)
        .invocationsPerIteration(500)
        .check(NodeSequenceLincheckTest.class);
  }
}
