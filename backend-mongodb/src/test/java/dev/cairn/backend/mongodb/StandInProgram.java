package dev.cairn.backend.mongodb;

import dev.cairn.testkit.process.ProcessLines;
import java.io.IOException;

/**
 * The stand-in for tests of other modules, until its input ends. It says the settings of a store,
 * up to an empty line; {@code {fresh}} stands for a name that no other store has.
 */
final class StandInProgram {
  private StandInProgram() {}

  public static void main(String[] arguments) throws IOException {
    ProcessLines out = new ProcessLines();
    try (MongoDbServer server = MongoDbServer.standIn()) {
      out.say("cairn.backend=mongodb");
      out.say("cairn.mongodb.uri=" + server.uri());
      out.say("cairn.mongodb.database=cairn-{fresh}");
      out.say("cairn.mongodb.request-timeout=60s");
      out.say("");
      int unused = System.in.read();
    }
  }
}
