package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.View;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Requests with keys on a machine that loses power: which of their writes wait for the disk, and
 * what is true of the request wherever the log ends.
 */
class PowerLossTest {
  private static final String MAIN = "main";
  private static final String INDEX = "effects";
  private static final Bytes EFFECT = Key.of("x");
  private static final int CUTS = 40;
  private static final RequestKey REQUEST =
      RequestKey.of(Principal.NONE, "raise", "/x", KeyRule.PATTERN.parse("k"));

  @RegisterExtension final Seed seed = Seed.ofRun();

  private final StoreDirectories stores = new StoreDirectories();
  private final TestClock clock = new TestClock();
  private Random tokens; // of all machines: they must never be the same

  @BeforeEach
  void beginTokens() {
    tokens = seed.random("tokens");
  }

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  /** What there can be of a request that was made. */
  private enum Left {
    NOTHING,
    RESERVATION,
    COMMIT,
    ALL
  }

  @Test
  void requestTakesEffectOnceWhereverTheLogEnds() throws IOException {
    Path store = stores.next();
    Path whole;
    long begin;
    try (Cairn cairn = open(store)) {
      var unused = cairn.store(Rows.SCOPE).createReference(MAIN);
      begin = Files.size(log(store));
      assertEquals(raised(1), execute(cairn, committing(cairn), this::raise));
      whole = stores.copyOf(store);
    }
    long end = Files.size(log(whole));
    clock.advance(Duration.ofMinutes(5)); // no lease of that machine is left, and keys are known
    Set<Left> seen = EnumSet.noneOf(Left.class);
    for (int i = 0; i <= CUTS; i++) {
      Path cut = stores.copyOf(whole);
      byte[] log = Files.readAllBytes(log(cut));
      Files.write(log(cut), Arrays.copyOf(log, (int) (begin + (end - begin) * i / CUTS)));
      Files.delete(cut.resolve("ACKNOWLEDGED")); // never more than is on the disk
      try (Cairn cairn = open(cut)) {
        seen.add(left(cairn));
        assertEquals(raised(1), execute(cairn, committing(cairn), this::raise), "cut " + i);
        assertEquals(1, effects(cairn.store(Rows.SCOPE).current(MAIN)), "cut " + i);
      }
    }
    assertEquals(EnumSet.allOf(Left.class), seen);
  }

  @Test
  void requestThatOnlyCommitsWaitsForTheDiskOnce() {
    try (Cairn cairn = open(stores.next())) {
      var unused = cairn.store(Rows.SCOPE).createReference(MAIN);
      double before = syncs(cairn);
      assertEquals(raised(1), execute(cairn, committing(cairn), this::raise));
      assertEquals(1, syncs(cairn) - before);
    }
  }

  @Test
  void reservationOfARequestWithOtherEffectsIsDurableBeforeTheyBegin() {
    try (Cairn cairn = open(stores.next())) {
      var unused = cairn.store(Rows.SCOPE).createReference(MAIN);
      double before = syncs(cairn);
      Outcome raised =
          execute(
              cairn,
              call(cairn),
              (store, execution) -> {
                assertEquals(1, syncs(cairn) - before);
                return raise(store, execution);
              });
      assertEquals(raised(1), raised);
    }
  }

  /** No head proves it, so a client that was told of it must find it again. */
  @Test
  void refusalIsDurableBeforeItIsAnswered() {
    try (Cairn cairn = open(stores.next())) {
      var unused = cairn.store(Rows.SCOPE).createReference(MAIN);
      double before = syncs(cairn);
      Outcome refused = execute(cairn, committing(cairn), (store, execution) -> Outcome.of(409));
      assertEquals(Outcome.of(409), refused);
      assertEquals(1, syncs(cairn) - before);
    }
  }

  /** The head keeps the outcomes of the steps, and not what the handler made of them. */
  @Test
  void outcomeOfARequestWithStepsIsDurableBeforeItIsAnswered() {
    try (Cairn cairn = open(stores.next())) {
      var unused = cairn.store(Rows.SCOPE).createReference(MAIN);
      double before = syncs(cairn);
      Outcome answered =
          execute(
              cairn,
              committing(cairn),
              (store, execution) -> {
                Bytes raised =
                    execution.commit(
                        store,
                        MAIN,
                        "first",
                        workspace -> {
                          workspace
                              .index(INDEX, ValueSerializer.bytes())
                              .put(EFFECT, Bytes.ofUtf8("1"));
                          return Bytes.ofUtf8("1");
                        });
                return Outcome.of(200, "text/plain", raised);
              });
      assertEquals(200, answered.status());
      assertEquals(2, syncs(cairn) - before);
    }
  }

  private interface Handler {
    Outcome handle(Store store, Execution execution);
  }

  private Outcome raise(Store store, Execution execution) {
    return execution.commit(
        store,
        MAIN,
        workspace -> {
          long next = effects(workspace) + 1;
          workspace
              .index(INDEX, ValueSerializer.bytes())
              .put(EFFECT, Bytes.ofUtf8(Long.toString(next)));
          return raised(next);
        });
  }

  private static Outcome raised(long to) {
    return Outcome.of(201, "text/plain", Bytes.ofUtf8(Long.toString(to)));
  }

  private static long effects(View state) {
    return state
        .index(INDEX, ValueSerializer.bytes())
        .get(EFFECT)
        .map(value -> Long.parseLong(value.toUtf8()))
        .orElse(0L);
  }

  private static IdempotentCall call(Cairn cairn) {
    return IdempotentCall.of(REQUEST, cairn.store(Rows.SCOPE), MAIN);
  }

  private static IdempotentCall committing(Cairn cairn) {
    return call(cairn).committingOnly();
  }

  private static Outcome execute(Cairn cairn, IdempotentCall call, Handler handler) {
    IdempotentResult result =
        cairn
            .idempotency()
            .executor(Rows.SCOPE)
            .execute(call, execution -> handler.handle(cairn.store(Rows.SCOPE), execution));
    return result instanceof IdempotentResult.Replayed replayed
        ? replayed.outcome()
        : assertInstanceOf(IdempotentResult.Executed.class, result).outcome();
  }

  private static Left left(Cairn cairn) {
    boolean isCommitted = effects(cairn.store(Rows.SCOPE).current(MAIN)) > 0;
    Optional<IdempotencyStore.RecordInfo> record =
        cairn.idempotency().store(Rows.SCOPE).load(REQUEST);
    if (record.isEmpty()) {
      assertTrue(!isCommitted, "a commit is there without its reservation");
      return Left.NOTHING;
    }
    if (record.get().isFinal()) {
      assertTrue(isCommitted, "a record has ended without its commit");
      return Left.ALL;
    }
    return isCommitted ? Left.COMMIT : Left.RESERVATION;
  }

  private static double syncs(Cairn cairn) {
    return cairn.backend().statistics().get("log.syncs.total");
  }

  private static Path log(Path store) throws IOException {
    return StoreDirectories.largest(store, ".log");
  }

  /** Without threads, so that nothing else waits for the disk. */
  private Cairn open(Path store) {
    IdScheduler none =
        new IdScheduler() {
          @Override
          public void execute(Runnable task) {}

          @Override
          public Repeated every(Duration period, Runnable task) {
            return () -> {};
          }
        };
    return CrashCommit.open(
        TestSettings.of(store).open(),
        new EngineRuntime(
            new Environment(clock, clock.waiter(), tokens),
            Runnable::run,
            none,
            new SimpleMeterRegistry(),
            () -> {}));
  }
}
