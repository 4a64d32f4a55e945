package dev.cairn.backend.dynamodb;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Runs DynamoDB Local until its input ends, for programs outside of the tests. It prints the
 * settings of a store as one line of JSON.
 */
public final class DynamoDbLocalProgram {
  private DynamoDbLocalProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    try (LocalServer server = LocalServer.inMemory()) {
      System.out.printf(
          "{\"cairn.backend\":\"dynamodb\",\"cairn.dynamodb.endpoint\":\"%s\","
              + "\"cairn.dynamodb.region\":\"eu-west-1\",\"cairn.dynamodb.access-key-id\":\"test\","
              + "\"cairn.dynamodb.secret-access-key\":\"test\"}%n",
          server.address());
      long unused = System.in.transferTo(OutputStream.nullOutputStream());
    }
    System.exit(0); // its threads would keep the process alive
  }
}
