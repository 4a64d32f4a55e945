package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Collections that a process does by itself. */
class GarbageCollectionTest {
  private final List<LogRecord> logged = new ArrayList<>();
  private final Logger logger = Logger.getLogger(GarbageCollection.class.getName());
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  /** A database that cannot list its references now. */
  private static final class Unlisted extends ForwardingBackend {
    private boolean fails;

    Unlisted() {
      super(new InMemoryBackend());
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
      if (fails) {
        throw new BackendUnavailableException("away for a moment");
      }
      return super.scanReferences(scope, after, visitor);
    }
  }

  @Test
  void aPeriodicCollectionThatFailsIsWarnedOf() {
    TestEnvironment world = new TestEnvironment();
    Unlisted database = new Unlisted();
    List<Runnable> looks = new ArrayList<>();
    IdScheduler scheduler =
        new IdScheduler() {
          @Override
          public void execute(Runnable task) {
            task.run();
          }

          @Override
          public Repeated every(Duration period, Runnable task) {
            looks.add(task);
            return () -> {};
          }
        };
    EngineRuntime runtime =
        new EngineRuntime(
            world.environment(1), Runnable::run, scheduler, new SimpleMeterRegistry(), () -> {});
    try (Cairn cairn =
        Cairn.open(
            database,
            Configuration.builder().set("cairn.gc.period", "PT1S").build(CairnSettings.ALL),
            TestTypes.ALL,
            runtime)) {
      looks.forEach(Runnable::run); // from now on it is counted
      world.move(Duration.ofSeconds(1));
      database.fails = true;
      looks.forEach(Runnable::run);
      List<LogRecord> warnings =
          logged.stream().filter(entry -> entry.getLevel().equals(Level.WARNING)).toList();
      assertEquals(1, warnings.size());
      assertTrue(warnings.get(0).getMessage().contains("garbage collection failed"));
      assertTrue(warnings.get(0).getThrown() instanceof BackendUnavailableException);
      assertEquals("cairn.gc", cairn.tasks().find("cairn.gc").orElseThrow().name());
    }
  }
}
