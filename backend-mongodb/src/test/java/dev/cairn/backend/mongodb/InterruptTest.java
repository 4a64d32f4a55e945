package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoInterruptedException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.testkit.TestRun;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Why the backend is interruptible: the driver abandons the call and reports it. */
class InterruptTest {
  @RegisterExtension final TestRun run = new TestRun();

  private MongoDbBackend backend;

  @BeforeEach
  void open() {
    backend = MongoDbServer.of(run).settings().ready();
  }

  @AfterEach
  void close() {
    boolean unused = Thread.interrupted();
    backend.close();
  }

  @Test
  void interruptedReadFailsAndTheThreadStaysInterrupted() {
    assertTrue(backend.isInterruptible());
    Thread.currentThread().interrupt();
    BackendUnavailableException e =
        assertThrows(
            BackendUnavailableException.class,
            () -> Rows.read(backend, Rows.reference("interrupted").key()));
    assertInstanceOf(MongoInterruptedException.class, e.getCause());
    assertTrue(Thread.interrupted());
    assertEquals(Optional.empty(), Rows.read(backend, Rows.reference("interrupted").key()));
  }

  @ParameterizedTest
  @EnumSource
  void interruptedWriteIsUnknown(Write.Kind kind) {
    Write write = Write.of(kind, "interrupted-" + kind);
    write.prepare().accept(backend);
    Thread.currentThread().interrupt();
    assertInstanceOf(CasResult.Unknown.class, write.call().apply(backend));
    assertTrue(Thread.interrupted());
    assertFalse(write.isDone().test(backend));
  }
}
