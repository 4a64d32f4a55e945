package dev.cairn.iceberg.server;

import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.testkit.process.ProcessLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.IcebergBuild;
import org.apache.iceberg.rest.RESTCatalog;

/**
 * A client in a JVM of its own, with the release of Iceberg that is on its class path. Each line of
 * its input is an append to make; it answers with what became of it.
 */
final class OldClientProgram {
  private OldClientProgram() {}

  public static void main(String[] arguments) throws IOException {
    Map<String, String> properties = new HashMap<>();
    properties.put("uri", arguments[0]);
    properties.put("warehouse", TestWarehouse.NAME);
    properties.put("io-impl", LocalFileIO.class.getName());
    properties.put(LocalFileIO.ROOT, arguments[1]);
    properties.put("rest-metrics-reporting-enabled", "false");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ProcessLines out = new ProcessLines();
    try (RESTCatalog catalog = new RESTCatalog()) {
      catalog.initialize("old", properties);
      out.say(IcebergBuild.version());
      for (String mark = in.readLine(); mark != null; mark = in.readLine()) {
        out.say(append(catalog, mark));
      }
    }
  }

  private static String append(RESTCatalog catalog, String mark) {
    try {
      TransferTables.append(catalog, TransferTables.LEFT, mark);
      return "applied";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName();
    }
  }
}
