package dev.cairn.testkit.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.View;
import dev.cairn.api.store.Workspace;
import dev.cairn.testkit.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Where one test takes place: a scope of its own and servers on the backend under test. */
final class Site {
  static final String MAIN = "main";
  static final Duration SKEW = Duration.ofSeconds(5);
  static final Duration COMMIT_LIMIT = Duration.ofSeconds(30);
  static final Duration PURGES = Duration.ofHours(1);
  static final IdempotencySettings SETTINGS = IdempotencySettings.DEFAULT;
  static final Fingerprint PAYLOAD = Fingerprint.ofBytes(Bytes.ofUtf8("payload"));
  static final Fingerprint OTHER = Fingerprint.ofBytes(Bytes.ofUtf8("another payload"));

  private static final String EFFECTS = "effects";

  // Databases that remove expired rows themselves go by the real time, so these have to expire
  // later.
  private static final Duration AHEAD = Duration.ofDays(1);
  // In steps that are whole slices of applied keys: tests find the same slices whenever they run.
  private static final long STEP_SECONDS = 1L << 22;

  private final IdempotencyPart part;
  private final Backend backend;
  private final Random random;
  private final Scope scope = new Scope("t-" + UUID.randomUUID(), "c-" + UUID.randomUUID());
  private final TestClock clock = new TestClock(start(Instant.now().plus(AHEAD)));
  private final AtomicInteger nodes = new AtomicInteger(1);

  Site(IdempotencyPart part) {
    this.part = part;
    this.backend = part.backend();
    this.random = part.seed().random("tokens and jitter");
  }

  private static Instant start(Instant least) {
    Instant start = TestClock.START;
    while (start.isBefore(least)) {
      start = start.plusSeconds(STEP_SECONDS);
    }
    return start;
  }

  Backend backend() {
    return backend;
  }

  Scope scope() {
    return scope;
  }

  /** The true time; a server's clock may be off. */
  TestClock clock() {
    return clock;
  }

  void pass(Duration time) {
    var unused = clock.advance(time);
  }

  /** A new server. */
  Server server() {
    return server(backend, SETTINGS);
  }

  /** A new server with a connection and settings of its own. */
  Server server(Backend connection, IdempotencySettings settings) {
    return new Server(part, connection, settings, scope, clock, random, nodes.getAndIncrement());
  }

  /** A new server with a clock of its own, which may be off or stand still. */
  Server server(InstantSource itsClock) {
    return new Server(
        part, backend, SETTINGS, scope, itsClock, clock.waiter(), random, nodes.getAndIncrement());
  }

  /** A new server with the reference to commit to. */
  Server serverWithReference() {
    Server server = server();
    var unused = server.store().createReference(MAIN);
    return server;
  }

  static RequestKey request(String key) {
    return RequestKey.of(
        Principal.of("ann"), "createTable", "/v1/tables", KeyRule.PATTERN.parse(key));
  }

  static IdempotencySettings settings(
      Duration patience, IdempotencySettings.WhenUnreachable whenUnreachable) {
    return new IdempotencySettings(
        true,
        SETTINGS.keyRule(),
        SETTINGS.lifetime(),
        SETTINGS.grace(),
        SETTINGS.lease(),
        patience,
        whenUnreachable,
        SETTINGS.maxOutcomeBytes());
  }

  // What requests do.

  /** Raises the number under {@code name}, and answers 201 with what it is then. */
  static Change<Outcome> raise(String name) {
    return workspace -> created(raise(workspace, name));
  }

  /** The same for commits that keep bytes. */
  static Change<Bytes> raiseBytes(String name) {
    return workspace -> Bytes.ofUtf8(Long.toString(raise(workspace, name)));
  }

  static long raise(Workspace workspace, String name) {
    long next = effects(workspace, name) + 1;
    workspace
        .index(EFFECTS, ValueSerializer.bytes())
        .put(Key.of(name), Bytes.ofUtf8(Long.toString(next)));
    workspace.message("raise " + name);
    return next;
  }

  static Outcome created(long number) {
    return Outcome.of(201, "text/plain", Bytes.ofUtf8(Long.toString(number)));
  }

  /** How often requests that raise {@code name} took effect. */
  static long effects(View state, String name) {
    return state
        .index(EFFECTS, ValueSerializer.bytes())
        .get(Key.of(name))
        .map(value -> Long.parseLong(value.toUtf8()))
        .orElse(0L);
  }

  long effects(String name) {
    return effects(server().store().current(MAIN), name);
  }
}
