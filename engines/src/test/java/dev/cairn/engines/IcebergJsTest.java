package dev.cairn.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users of iceberg-js do: {@code js/catalog.js}, in Node.js, with what npm installs. */
class IcebergJsTest {
  @TempDir private Path directory;

  @Test
  void namespacesAndTablesAreManagedAlsoIfAnswersAreLost() throws Exception {
    Path installed = Files.createDirectories(Path.of("target", "js"));
    for (String file : List.of("package.json", "package-lock.json", "catalog.js")) {
      Files.write(installed.resolve(file), Files.readAllBytes(Path.of("js", file)));
    }
    run(installed, "npm", "ci", "--no-audit", "--no-fund");
    try (CairnServer server = new CairnServer(directory.resolve("server"))) {
      run(installed, "node", "catalog.js", server.uri(), server.warehouse());
    }
  }

  private static void run(Path directory, String... command) throws InterruptedException {
    Process process;
    String printed;
    try {
      process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(command[0] + " of Node.js 20 or later is needed on the PATH", e);
    }
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + printed);
  }
}
