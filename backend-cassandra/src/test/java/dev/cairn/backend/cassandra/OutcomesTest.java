package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.CairnException;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestRun;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The outcome that callers get for each failure of the driver. */
class OutcomesTest {
  @RegisterExtension final TestRun run = new TestRun();

  private final Scope scope = CassandraRows.scope();
  private final ReferenceRow reference = CassandraRows.reference(scope);
  private final ObjectRow object = CassandraRows.updateable(scope);
  private Recorder recorder;
  private Backend backend;

  @BeforeEach
  void connect() {
    CassandraServer server = CassandraServer.of(run);
    recorder = new Recorder(server.session());
    backend =
        CassandraBackend.on(
            recorder.session(), server.settings().settings(), InstantSource.system());
  }

  private List<Supplier<CasResult<?>>> conditionalWrites() {
    return List.of(
        () -> backend.insertReference(reference),
        () -> backend.swapReference(reference.token(), reference.fence(CassandraRows.token())),
        () -> backend.removeReference(reference.key(), reference.token()),
        () -> backend.insert(object),
        () -> backend.swap(object.token().orElseThrow(), CassandraRows.next(object)),
        () -> backend.deleteIf(object.key(), object.token().orElseThrow()));
  }

  @Test
  void conditionalWriteThatMayHaveBeenDoneIsUnknown() {
    for (Throwable failure : FailuresTest.UNKNOWN) {
      recorder.failWith(failure);
      for (Supplier<CasResult<?>> write : conditionalWrites()) {
        CasResult.Unknown<?> unknown =
            assertInstanceOf(CasResult.Unknown.class, write.get(), failure::toString);
        assertEquals(failure, unknown.cause());
      }
      assertEquals(conditionalWrites().size(), recorder.sent().size(), failure::toString);
    }
  }

  @Test
  void conditionalWriteThatCertainlyWasNotDoneIsNeitherUnknownNorAConflict() {
    for (Throwable failure : FailuresTest.NOTHING_DONE) {
      recorder.failWith(failure);
      for (Supplier<CasResult<?>> write : conditionalWrites()) {
        CairnException told = assertThrows(CairnException.class, write::get, failure::toString);
        assertEquals(failure, told.getCause());
      }
      assertEquals(conditionalWrites().size(), recorder.sent().size(), failure::toString);
    }
  }

  @Test
  void readsAndPlainWritesFailWithTheReason() {
    Stream.concat(FailuresTest.UNKNOWN.stream(), FailuresTest.NOTHING_DONE.stream())
        .forEach(
            failure -> {
              recorder.failWith(failure);
              for (Runnable call : otherCalls()) {
                CairnException told =
                    assertThrows(CairnException.class, call::run, failure::toString);
                assertEquals(failure, told.getCause());
              }
            });
  }

  private List<Runnable> otherCalls() {
    return List.of(
        () -> backend.readReference(reference.key(), ReadMode.STRONG),
        () -> backend.fetch(List.of(object.key()), ReadMode.STRONG),
        () -> backend.write(List.of(CassandraRows.immutable(scope, 1))),
        () -> backend.delete(List.of(CassandraRows.numbered(scope, 1))));
  }
}
