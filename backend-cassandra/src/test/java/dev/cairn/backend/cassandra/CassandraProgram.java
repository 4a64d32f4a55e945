package dev.cairn.backend.cassandra;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Runs Cassandra's daemon until its input ends, for programs outside of the tests. It prints the
 * settings of a store as one line of JSON.
 */
public final class CassandraProgram {
  private CassandraProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    try (Daemon daemon = Daemon.startBrief()) {
      System.out.printf(
          "{\"cairn.backend\":\"cassandra\",\"cairn.cassandra.contact-points\":\"%s:%d\","
              + "\"cairn.cassandra.datacenter\":\"%s\",\"cairn.cassandra.replication-factor\":\"1\"}%n",
          daemon.address().getHostString(), daemon.address().getPort(), Daemon.DATACENTER);
      long unused = System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
