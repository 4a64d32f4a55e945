package dev.cairn.backend.cassandra;

import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.process.ProcessLines;
import java.net.InetSocketAddress;

/** A process that commits: where, in which scope, under which name, how often. */
final class CountingProcess {
  private CountingProcess() {}

  public static void main(String[] arguments) {
    InetSocketAddress node = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
    TestSettings settings = TestSettings.of(node).datacenter(arguments[2]).keyspace(arguments[3]);
    ProcessLines lines = new ProcessLines();
    try (Cairn cairn = Counting.open(settings.open())) {
      Store store = cairn.store(Counting.scope(arguments[4]));
      lines.say("ready");
      int count = Integer.parseInt(arguments[6]);
      for (int i = 0; i < count; i++) {
        Counting.commit(store, arguments[5] + "." + i);
      }
    }
    lines.say("done");
  }
}
