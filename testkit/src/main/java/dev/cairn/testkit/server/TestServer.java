package dev.cairn.testkit.server;

/** A database server that tests use; closing it stops it, if it was started for them. */
public interface TestServer extends AutoCloseable {
  /** Where it is, in the form of the driver; without secrets, since it is printed. */
  String address();

  @Override
  void close();
}
