package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Turns cost nothing where processes do not contend: the same calls with as many bytes. */
class TurnCostTest {
  private static final class Recorder extends ForwardingBackend {
    private final List<String> calls;

    Recorder(Backend delegate, List<String> calls) {
      super(delegate);
      this.calls = calls;
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      calls.add(operation.toString());
      return call.get();
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      calls.add(rows.size() + " rows of " + rows.stream().mapToLong(r -> r.value().length()).sum());
      super.write(rows);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      calls.add("turns of " + next.turns().length());
      return super.swapReference(expected, next);
    }
  }

  /** The calls of processes that commit one after the other. */
  private static List<String> calls(boolean areTakingTurns, int processes) {
    Bench bench = areTakingTurns ? new Bench() : Bench.racing();
    List<String> calls = new ArrayList<>();
    InMemoryBackend database = bench.database;
    List<EngineStore> stores = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      stores.add(bench.stores.open(new Recorder(database, calls)));
    }
    stores.get(0).createReference(Bench.MAIN);
    for (int i = 0; i < 40; i++) {
      // Each of several loses the first swap of its every commit, and wins the next one.
      stores.get(i % processes).commit(Bench.MAIN, set("key " + i % 7, "" + i));
      bench.world.move(Duration.ofMillis(10));
    }
    bench.tasks.run();
    assertTrue(calls.size() > 80, calls.toString());
    return calls;
  }

  @Test
  void oneProcessMakesTheSameCalls() {
    assertEquals(calls(false, 1), calls(true, 1));
  }

  @Test
  void processesThatRarelyContendMakeTheSameCalls() {
    assertEquals(calls(false, 3), calls(true, 3));
  }

  @Test
  void noListIsWrittenWithoutContention() {
    List<String> swaps = calls(true, 3).stream().filter(c -> c.startsWith("turns of")).toList();
    assertTrue(swaps.stream().allMatch("turns of 0"::equals), swaps.toString());
  }
}
