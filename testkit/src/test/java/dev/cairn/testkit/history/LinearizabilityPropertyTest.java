package dev.cairn.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.Details;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LinearizabilityPropertyTest {
  @RegisterExtension final Seed seed = Seed.ofRun();

  @Test
  void searchFindsWhatTryingEverythingFinds() {
    Random random = seed.random("histories");
    int[] bad = {0};
    int histories = 20_000 * Scale.ofRun();
    for (int i = 0; i < histories; i++) {
      List<RowCall> calls =
          RandomHistories.doubtful(random, 1 + random.nextInt(7), 1 + random.nextInt(4));
      boolean sound = new BruteForce(calls, new RegisterModel(calls)).isLinearizable();
      HistoryVerdict verdict = Linearizability.check(calls, new RegisterModel(calls));
      assertEquals(sound, verdict instanceof HistoryVerdict.Linearizable, calls::toString);
      if (!sound) {
        bad[0]++;
        assertInstanceOf(HistoryVerdict.Violation.class, verdict);
      }
    }
    assertTrue(
        bad[0] > histories / 10 && bad[0] < histories * 9 / 10,
        () -> bad[0] + " bad ones of " + histories);
  }

  @Test
  void orderThatIsFoundExplainsEveryAnswer() {
    Random random = seed.random("orders");
    for (int i = 0; i < 500; i++) {
      List<RowCall> calls = RandomHistories.sound(random, 60, 1 + random.nextInt(6));
      RegisterModel model = new RegisterModel(calls);
      HistoryVerdict.Linearizable sound =
          assertInstanceOf(HistoryVerdict.Linearizable.class, Linearizability.check(calls, model));
      int state = model.initial();
      long latestInvoked = Long.MIN_VALUE;
      for (int operation : sound.order()) {
        state = model.step(state, operation);
        assertTrue(state != Model.IMPOSSIBLE);
        // What ends when another begins is beside it.
        assertTrue(calls.get(operation).returned() >= latestInvoked, "out of its time");
        latestInvoked = Math.max(latestInvoked, calls.get(operation).invoked());
      }
      for (int operation = 0; operation < calls.size(); operation++) {
        assertTrue(sound.order().contains(operation) || !calls.get(operation).isCertain());
      }
    }
  }

  @Test
  void hundredThousandOperationsOnAThousandRowsAreChecked() {
    Random random = seed.random("rows");
    List<List<RowCall>> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rows.add(RandomHistories.sound(random, 100, 5));
    }
    long start = System.nanoTime();
    for (List<RowCall> calls : rows) {
      assertInstanceOf(
          HistoryVerdict.Linearizable.class,
          Linearizability.check(calls, new RegisterModel(calls)));
    }
    Details.print(
        "100,000 operations on 1,000 rows: checked in %d ms"
            .formatted((System.nanoTime() - start) / 1_000_000));
  }
}
