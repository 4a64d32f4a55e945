package dev.cairn.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RandomFaultsTest {
  private static final ObjectKey KEY =
      new ObjectKey(new Scope("tenant", "catalog"), "thing", ObjectId.of(1));

  @RegisterExtension final Seed seed = Seed.ofRun();

  @Test
  void sameSeedGivesTheSameFaultsAndResults() {
    assertEquals(run(faulty(seed.value())), run(faulty(seed.value())));
    assertFalse(run(faulty(seed.value())).equals(run(faulty(seed.value() + 1))));
  }

  @Test
  void whatWasDrawnReplaysAsAScript() {
    FaultyBackend drawn = faulty(seed.value());
    List<String> results = run(drawn);
    FaultyBackend scripted =
        new FaultyBackend(new InMemoryBackend(), FaultScript.replaying(drawn.injected()));
    assertEquals(results, run(scripted));
    assertEquals(drawn.counts(), scripted.counts());
  }

  @Test
  void everyFaultIsDrawnAboutAsOftenAsItsRateSays() {
    FaultyBackend faulty = faulty(seed.value());
    run(faulty);
    for (Fault fault : Fault.values()) {
      // 3,000 calls in three kinds, so at least 1,000 to which each fault applies, at 5 percent.
      long drawn = faulty.counts().of(fault);
      assertTrue(drawn > 10 && drawn < 500, () -> fault + " was drawn " + drawn + " times");
    }
  }

  @Test
  void ratesThatCannotBeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> RandomFaults.every(0.2));
    assertThrows(IllegalArgumentException.class, () -> RandomFaults.none().with(Fault.SLOW, -0.1));
    assertThrows(
        IllegalArgumentException.class,
        () -> RandomFaults.none().with(Operation.INSERT, Fault.STALE, 0.1));
  }

  private static FaultyBackend faulty(long seed) {
    return new FaultyBackend(new InMemoryBackend(), RandomFaults.every(0.05).seeded(seed));
  }

  private static List<String> run(FaultyBackend faulty) {
    List<String> results = new ArrayList<>();
    Token last = new Token(0, 0);
    for (int count = 1; count <= 1_000; count++) {
      int i = count;
      Token next = new Token(i, i);
      ObjectRow row = ObjectRow.updateable(KEY, Bytes.ofUtf8("value " + i), next, i);
      Token expected = last;
      results.add(resultOf(() -> i % 10 == 1 ? faulty.insert(row) : faulty.swap(expected, row)));
      List<ObjectKey> keys = List.of(KEY);
      results.add(resultOf(() -> faulty.fetch(keys, ReadMode.WEAK)));
      results.add(resultOf(() -> faulty.fetch(keys, ReadMode.STRONG)));
      last = next;
    }
    return results;
  }

  private static String resultOf(Supplier<?> call) {
    try {
      Object result = call.get();
      return result instanceof CasResult.Unknown<?> unknown
          ? "unknown: " + unknown.cause().getMessage()
          : result.toString();
    } catch (BackendUnavailableException e) {
      return e.getMessage();
    }
  }
}
