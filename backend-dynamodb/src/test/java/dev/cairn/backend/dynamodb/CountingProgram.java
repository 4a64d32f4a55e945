package dev.cairn.backend.dynamodb;

import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.process.ProcessLines;
import java.util.List;

/** A process that counts with several threads, beside other such processes. */
final class CountingProgram {
  static final int THREADS = 3;

  private CountingProgram() {}

  public static void main(String[] arguments) throws Exception {
    String tenant = arguments[2];
    String name = arguments[3];
    int commits = Integer.parseInt(arguments[4]);
    ProcessLines lines = new ProcessLines();
    try (Cairn cairn = Counting.engine(TestSettings.of(arguments[0], arguments[1]).open())) {
      Store store = cairn.store(Counting.scope(tenant));
      lines.say("ready");
      // All processes begin at the test's signal.
      int unused = System.in.read();
      List<Boolean> done =
          Race.run(
              THREADS,
              thread -> {
                for (int i = 0; i < commits; i++) {
                  Counting.commit(store, name + "." + thread + "." + i);
                }
                return true;
              });
      lines.say("done " + done.size() * commits);
    }
  }
}
