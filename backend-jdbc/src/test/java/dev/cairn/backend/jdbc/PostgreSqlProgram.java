package dev.cairn.backend.jdbc;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Runs PostgreSQL until its input ends, for programs outside of the tests. It prints the settings
 * of a store as one line of JSON.
 */
public final class PostgreSqlProgram {
  private PostgreSqlProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    PostgreSqlProcess server = PostgreSqlProcess.start();
    try {
      System.out.printf("{\"cairn.backend\":\"jdbc\",\"cairn.jdbc.url\":\"%s\"}%n", server.url());
      long unused = System.in.transferTo(OutputStream.nullOutputStream());
    } finally {
      server.close();
    }
  }
}
