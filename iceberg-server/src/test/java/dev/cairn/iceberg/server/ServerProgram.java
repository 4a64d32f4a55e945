package dev.cairn.iceberg.server;

import dev.cairn.api.config.Configuration;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.process.ProcessLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A server in a JVM of its own. It reads its settings from its input, one per line up to an empty
 * line, prints its ports, and runs until its input asks it to end.
 */
final class ServerProgram {
  private ServerProgram() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Configuration.Builder settings = Configuration.builder();
    for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
      int equals = line.indexOf('=');
      settings.set(line.substring(0, equals), line.substring(equals + 1));
    }
    Configuration configuration = settings.build(IcebergServer.settings());
    try (Cairn cairn = Cairn.open(configuration);
        IcebergServer server = IcebergServer.start(cairn, configuration)) {
      new ProcessLines().say(server.port() + " " + server.managementPort());
      String unused = in.readLine();
    }
  }
}
