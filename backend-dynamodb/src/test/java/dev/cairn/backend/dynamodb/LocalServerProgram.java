package dev.cairn.backend.dynamodb;

import dev.cairn.testkit.process.ProcessLines;
import java.io.IOException;
import java.util.Map;

/**
 * DynamoDB Local for tests of other modules, until its input ends. It says the settings of a store,
 * up to an empty line; {@code {fresh}} stands for a name that no other store has.
 */
final class LocalServerProgram {
  private LocalServerProgram() {}

  public static void main(String[] arguments) throws IOException {
    ProcessLines out = new ProcessLines();
    try (LocalServer server = LocalServer.inMemory()) {
      Map<String, String> settings = TestSettings.of(server.address(), "cairn-{fresh}-").values();
      out.say("cairn.backend=dynamodb");
      settings.forEach((key, value) -> out.say(key + "=" + value));
      out.say("");
      int unused = System.in.read();
    }
  }
}
