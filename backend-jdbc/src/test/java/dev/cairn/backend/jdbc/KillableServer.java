package dev.cairn.backend.jdbc;

/** A server of a test's own that can die and come back. */
interface KillableServer extends AutoCloseable {
  /** The URL of a database that is there, with the user among its options. */
  String url();

  /** Kills all processes of the server, as kill -9 does, and returns when they are gone. */
  void kill();

  /** Starts the server again on the same files and port. */
  void restart();

  @Override
  void close();
}
