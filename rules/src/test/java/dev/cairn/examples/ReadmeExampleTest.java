package dev.cairn.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypeProvider;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The README's example: it compiles, it runs, and the README shows exactly this. */
class ReadmeExampleTest {
  record Table(String location, List<String> columns) {}

  record Type<T>(String name, Class<T> valueClass) implements ObjectType<T> {}

  /** Found by {@code ServiceLoader}, as an application's own is. */
  public static final class Types implements ObjectTypeProvider {
    @Override
    public List<ObjectType<?>> types() {
      return List.of(new Type<>("table", Table.class));
    }
  }

  @Test
  void theExampleRuns() {
    Configuration configuration =
        Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings());
    // example
    try (Cairn cairn = Cairn.open(configuration)) {
      Store store = cairn.store(new Scope("acme", "sales"));
      store.createReference("main");
      Bytes orders = Key.of("warehouse", "orders");
      // A change sees the current state. All of it is applied at once, or nothing.
      store.commit(
          "main",
          workspace -> {
            ObjectRef ref = workspace.put(new Table("s3://bucket/orders", List.of("id")));
            workspace.index("tables").put(orders, ref);
            return ref;
          });
      Table table = store.current("main").find(Table.class, "tables", orders).orElseThrow();
      assertEquals("s3://bucket/orders", table.location());
    }
    // end
  }

  @Test
  void theReadmeShowsTheExample() throws IOException {
    Path module = Path.of("").toAbsolutePath();
    String source =
        Files.readString(module.resolve("src/test/java/dev/cairn/examples/ReadmeExampleTest.java"));
    String example =
        source
            .substring(source.indexOf("    // example\n") + 15, source.indexOf("    // end\n"))
            .lines()
            .map(line -> line.startsWith("    ") ? line.substring(4) : line)
            .collect(Collectors.joining("\n"));
    String readme = Files.readString(module.resolveSibling("README.md"));
    assertTrue(
        readme.contains("```java\n" + example + "\n```"),
        "the README's example is not the one of this test");
  }
}
