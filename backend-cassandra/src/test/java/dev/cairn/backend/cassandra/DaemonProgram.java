package dev.cairn.backend.cassandra;

import dev.cairn.testkit.process.ProcessLines;
import java.io.IOException;

/**
 * A daemon for tests of other modules, until its input ends. It says the settings of a store, up to
 * an empty line; {@code {fresh}} stands for a name that no other test has. A keyspace has tables of
 * its own, and a hundred of them are too many for a daemon this small: tests share one, each as a
 * tenant of its own.
 */
final class DaemonProgram {
  private DaemonProgram() {}

  public static void main(String[] arguments) throws IOException {
    ProcessLines out = new ProcessLines();
    try (Daemon daemon = Daemon.startBrief()) {
      out.say("cairn.backend=cassandra");
      out.say("cairn.cassandra.contact-points=127.0.0.1:" + daemon.address().getPort());
      out.say("cairn.cassandra.datacenter=" + Daemon.DATACENTER);
      out.say("cairn.cassandra.keyspace=cairn");
      out.say("cairn.cassandra.replication-factor=1");
      out.say("cairn.server.tenant={fresh}");
      out.say("cairn.cassandra.request-timeout=60s");
      out.say("");
      int unused = System.in.read();
    }
  }
}
