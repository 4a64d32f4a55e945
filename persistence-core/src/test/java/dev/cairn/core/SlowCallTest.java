package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.Waiter;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that hang, with one thread that schedules for all: each delays only what it is about. */
class SlowCallTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final String NODE_LEASE = "cairn.node-lease";
  private static final String RECORD = "cairn.idempotency";
  private static final Duration LEASE_TICK = Duration.ofSeconds(10);
  private static final Duration HEARTBEAT = Duration.ofSeconds(20);
  private static final int TICKS_PER_RENEWAL = 10;

  // Only a test that fails waits so long.
  private static final int PATIENCE_SECONDS = 60;

  // Of the run that a thread is in.
  private static final ThreadLocal<CountDownLatch> SETTLED = new ThreadLocal<>();

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<CountDownLatch> handedOver = new CopyOnWriteArrayList<>();
  private final Ticks ticks = new Ticks();
  private final List<Cairn> opened = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

  /** A call that hangs. */
  private record Hold(CountDownLatch begun, CountDownLatch released) {}

  /** Lets writes of some rows hang, and tells of those that were made. */
  private static final class Database extends ForwardingBackend {
    private final Map<String, Hold> holds = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> expected = new ConcurrentHashMap<>();

    Database() {
      super(new InMemoryBackend());
    }

    /** Completes when the next row of {@code type} is written. */
    CountDownLatch expect(String type) {
      CountDownLatch written = new CountDownLatch(1);
      expected.put(type, written);
      return written;
    }

    @Override
    public CasResult<ObjectRow> swap(Token expectedToken, ObjectRow next) {
      String type = next.key().type();
      Hold hold = holds.remove(type);
      if (hold != null) {
        hold.begun().countDown();
        Optional.ofNullable(SETTLED.get()).ifPresent(CountDownLatch::countDown);
        await(hold.released());
      }
      CasResult<ObjectRow> result = super.swap(expectedToken, next);
      Optional.ofNullable(expected.remove(type)).ifPresent(CountDownLatch::countDown);
      return result;
    }
  }

  /** A scheduler with one thread, which ticks when a test says so. */
  private static final class Ticks implements IdScheduler {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final List<Repeating> tasks = new CopyOnWriteArrayList<>();

    private record Repeating(Duration period, Runnable task) {}

    @Override
    public void execute(Runnable task) {
      thread.execute(task);
    }

    @Override
    public Repeated every(Duration period, Runnable task) {
      Repeating repeating = new Repeating(period, task);
      tasks.add(repeating);
      return () -> tasks.remove(repeating);
    }

    /** Lets what is due every {@code period} run, and does not wait for it. */
    Future<?> tick(Duration period) {
      return thread.submit(
          () ->
              tasks.stream()
                  .filter(each -> each.period().equals(period))
                  .forEach(each -> each.task().run()));
    }
  }

  @AfterEach
  void close() {
    holds.forEach(hold -> hold.released().countDown());
    opened.forEach(Cairn::close);
    threads.shutdown();
    ticks.thread.shutdown();
  }

  private Cairn open(Database database) {
    EngineRuntime runtime =
        new EngineRuntime(
            new Environment(() -> now, Waiter.system(), new Random(opened.size())),
            this::execute,
            ticks,
            new SimpleMeterRegistry(),
            () -> {});
    Configuration configuration =
        Configuration.builder()
            .set("cairn.idempotency.lease", HEARTBEAT.multipliedBy(3).toString())
            .build(CairnSettings.ALL);
    Cairn cairn = Cairn.open(database, configuration, TestTypes.ALL, runtime);
    opened.add(cairn);
    return cairn;
  }

  // A test that waits for a run continues when it has ended or hangs.
  private void execute(Runnable work) {
    CountDownLatch latch = new CountDownLatch(1);
    handedOver.add(latch);
    threads.execute(
        () -> {
          SETTLED.set(latch);
          try {
            work.run();
          } finally {
            latch.countDown();
          }
        });
  }

  /** Lets what is due every {@code period} run, to its end or as far as it comes. */
  private void tick(Duration period) {
    try {
      ticks.tick(period).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError("the scheduler's thread does not come back", e);
    }
    handedOver.forEach(SlowCallTest::await);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "it never came");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Hold holdNextWrite(Database database, String type) {
    Hold hold = new Hold(new CountDownLatch(1), new CountDownLatch(1));
    holds.add(hold);
    database.holds.put(type, hold);
    return hold;
  }

  private void letLeasesBeRenewed() {
    for (int i = 0; i < TICKS_PER_RENEWAL; i++) {
      tick(LEASE_TICK);
    }
  }

  /** A request whose handler runs until {@code finish}. */
  private CompletableFuture<IdempotentResult> longRequest(Cairn cairn, CountDownLatch finish) {
    CountDownLatch begun = new CountDownLatch(1);
    RequestKey key =
        RequestKey.of(Principal.NONE, "create", "/tables", new IdempotencyKey("key-1"));
    CompletableFuture<IdempotentResult> result =
        CompletableFuture.supplyAsync(
            () ->
                cairn
                    .idempotency()
                    .executor(SCOPE)
                    .execute(
                        IdempotentCall.withoutTakeoverFence(key),
                        execution -> {
                          begun.countDown();
                          await(finish);
                          return Outcome.of(200);
                        }),
            threads);
    await(begun);
    return result;
  }

  @Test
  void aHeartbeatThatHangsDoesNotCostTheNodeItsLease() {
    Database database = new Database();
    Cairn cairn = open(database);
    cairn.store(SCOPE).createReference("main");
    CountDownLatch finish = new CountDownLatch(1);
    CompletableFuture<IdempotentResult> request = longRequest(cairn, finish);
    Hold heartbeat = holdNextWrite(database, RECORD);
    tick(HEARTBEAT);
    await(heartbeat.begun());

    now = now.plus(Duration.ofMinutes(4));
    CountDownLatch renewed = database.expect(NODE_LEASE);
    letLeasesBeRenewed();
    await(renewed);
    now = now.plus(Duration.ofMinutes(4)); // past the lease that it began with
    assertEquals(1, cairn.store(SCOPE).putAll(List.of(new TestTypes.Snapshot("a"))).size());

    heartbeat.released().countDown();
    finish.countDown();
    assertTrue(request.join() instanceof IdempotentResult.Executed);
  }

  @Test
  void aRenewalThatHangsDoesNotCostRequestsTheirLeases() {
    Database database = new Database();
    Cairn cairn = open(database);
    CountDownLatch finish = new CountDownLatch(1);
    CompletableFuture<IdempotentResult> request = longRequest(cairn, finish);
    Hold renewal = holdNextWrite(database, NODE_LEASE);
    letLeasesBeRenewed();
    await(renewal.begun());

    CountDownLatch beaten = database.expect(RECORD);
    tick(HEARTBEAT);
    await(beaten);
    finish.countDown();
    assertTrue(request.join() instanceof IdempotentResult.Executed);
  }

  @Test
  void aDatabaseThatHangsDoesNotCostTheLeaseOnAnother() {
    Database slow = new Database();
    Cairn unusedCairn = open(slow);
    Database quick = new Database();
    Cairn cairn = open(quick);
    Hold renewal = holdNextWrite(slow, NODE_LEASE);
    CountDownLatch renewed = quick.expect(NODE_LEASE);
    now = now.plus(Duration.ofMinutes(4));
    letLeasesBeRenewed();
    await(renewal.begun());
    await(renewed);
    now = now.plus(Duration.ofMinutes(4));
    assertEquals(1, cairn.store(SCOPE).putAll(List.of(new TestTypes.Snapshot("a"))).size());
  }

  @Test
  void whatHangsIsNotBegunAgain() {
    Database database = new Database();
    Cairn cairn = open(database);
    CountDownLatch finish = new CountDownLatch(1);
    CompletableFuture<IdempotentResult> request = longRequest(cairn, finish);
    Hold heartbeat = holdNextWrite(database, RECORD);
    Hold renewal = holdNextWrite(database, NODE_LEASE);
    tick(HEARTBEAT);
    letLeasesBeRenewed();
    await(heartbeat.begun());
    await(renewal.begun());
    int begun = handedOver.size();
    tick(HEARTBEAT);
    letLeasesBeRenewed();
    assertEquals(begun, handedOver.size());

    heartbeat.released().countDown();
    renewal.released().countDown();
    finish.countDown();
    assertTrue(request.join() instanceof IdempotentResult.Executed);
  }
}
