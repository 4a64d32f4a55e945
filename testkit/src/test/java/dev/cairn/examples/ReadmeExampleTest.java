package dev.cairn.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.core.Environment;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.FormatLevel;
import dev.cairn.core.lease.LeaseField;
import dev.cairn.core.lease.Leases;
import dev.cairn.core.lease.LevelWatch;
import dev.cairn.core.lease.NodeLeases;
import dev.cairn.core.objects.ImmutableObjects;
import dev.cairn.core.objects.Update;
import dev.cairn.core.objects.UpdateableId;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.snowflake.IdMetrics;
import dev.cairn.snowflake.IdRuntime;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The README's example: it compiles, it runs, and the README shows exactly this. */
class ReadmeExampleTest {
  record Table(String location, List<String> columns) {}

  record Lock(String owner) {}

  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final LeaseHolder holder = new LeaseHolder("localhost", "example");

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  private IdRuntime idRuntime(Environment environment) {
    return new IdRuntime(
        environment.clock(),
        environment.waiter()::await,
        IdScheduler.of(executor),
        environment.random(),
        IdMetrics.NONE);
  }

  record Type<T>(String name, Class<T> valueClass, boolean updateable) implements ObjectType<T> {}

  @Test
  void theExampleRuns() {
    // example
    Backends backends = Backends.discover();
    Configuration configuration =
        Configuration.builder().set("cairn.backend", "inmemory").build(backends.settings());
    Type<Table> tables = new Type<>("table", Table.class, false);
    Type<Lock> locks = new Type<>("lock", Lock.class, true);
    Scope scope = new Scope("acme", "sales");
    Environment environment = Environment.system();

    try (Backend backend = backends.open(configuration)) {
      FormatLevel level = new FormatLevel(backend, environment);
      Codec codec = new Codec(level.establish());

      // 64-bit IDs, unique among all processes by a leased node number.
      UpdateableObjects system = new UpdateableObjects(backend, codec, Scope.SYSTEM, environment);
      Duration maxClockSkew = Duration.ofSeconds(5);
      NodeLeases nodes =
          new NodeLeases(new Leases<>(system, LeaseField.whole(), environment, maxClockSkew));
      try (SnowflakeIds ids =
          SnowflakeIds.open(
              new LevelWatch(nodes, level), holder, IdSettings.DEFAULT, idRuntime(environment))) {

        // Immutable objects: written once, up to 64 MB, in bulk.
        ImmutableObjects objects =
            new ImmutableObjects(
                backend, codec, ObjectTypes.of(List.of(tables)), scope, ids::nextId, environment);
        ObjectRef ref = objects.put(new Table("s3://bucket/orders", List.of("id", "amount")));
        assertEquals("s3://bucket/orders", objects.get(Table.class, ref.id()).location());
      }

      // Updateable objects: changed by compare-and-swap, with three outcomes.
      UpdateableObjects updateable = new UpdateableObjects(backend, codec, scope, environment);
      UpdateableId<Lock> id = UpdateableId.named(locks, "nightly compaction");
      Update<Lock> first = updateable.insert(id, new Lock("me"), OptionalLong.empty());
      Update<Lock> second = updateable.insert(id, new Lock("you"), OptionalLong.empty());
      assertTrue(first instanceof Update.Applied);
      assertTrue(second instanceof Update.Conflict<Lock> c && c.found().isPresent());
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
