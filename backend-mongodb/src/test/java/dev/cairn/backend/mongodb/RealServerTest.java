package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.workload.Clients;
import dev.cairn.testkit.workload.ObjectWorkload;
import dev.cairn.testkit.workload.ReferenceWorkload;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Guarantees that only a real MongoDB can prove. Without a replica set these tests are skipped, and
 * say so: no other test proves the same.
 */
class RealServerTest {
  private static final int MOST_ROUNDS = 1_000;

  // TTL runs once a minute.
  private static final Duration REMOVAL = Duration.ofMinutes(3);

  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  private MongoClient client;
  private MongoDbBackend backend;

  @BeforeEach
  void open() {
    MongoDbServer server = MongoDbServer.of(run);
    assumeTrue(
        server.isReal(),
        "not run: failover and removal by TTL need a replica set of MongoDB; give its address with"
            + " -Dcairn.test.mongodb.uri=…, or start Docker");
    client = MongoClients.create(server.uri());
    assumeTrue(hello().containsKey("setName"), "not run: the server given is no replica set");
    backend = server.settings().ready();
  }

  @AfterEach
  void close() {
    if (client != null) {
      client.close();
    }
    if (backend != null) {
      backend.close();
    }
  }

  @Test
  void whatClientsHearOfObjectsWhileThePrimaryStepsDownHasASequentialExplanation() {
    Scope scope = new Scope("failover", UUID.randomUUID().toString());
    whileThePrimaryStepsDown((store, random) -> new ObjectWorkload(store, scope, random));
  }

  @Test
  void whatClientsHearOfReferencesWhileThePrimaryStepsDownHasASequentialExplanation() {
    Scope scope = new Scope("failover", UUID.randomUUID().toString());
    whileThePrimaryStepsDown((store, random) -> new ReferenceWorkload(store, scope, random));
  }

  private void whileThePrimaryStepsDown(Clients.Work work) {
    BsonDocument before = election();
    Clients clients = new Clients(backend, seed);
    clients.run(work, "before");
    Thread operator = new Thread(this::stepDown);
    operator.start();
    int round = 0;
    while (operator.isAlive() || !isReElected(before)) {
      assertTrue(round++ < MOST_ROUNDS, "no new primary");
      clients.run(work, "round " + round);
    }
    clients.run(work, "after");
    assertNotEquals(before, election());
    var unused = clients.check(work, "step-down");
  }

  private void stepDown() {
    try {
      var unused = admin("{replSetStepDown: 5, secondaryCatchUpPeriodSecs: 2, force: true}");
    } catch (MongoException e) {
      // A server may close all connections on this command, including this one.
    }
  }

  private boolean isReElected(BsonDocument before) {
    try {
      return backend.health().healthy() && !election().equals(before);
    } catch (MongoException e) {
      return false;
    }
  }

  /** The ID of the election that the primary won. */
  private BsonDocument election() {
    BsonDocument hello = hello();
    return new BsonDocument("electionId", hello.get("electionId", new BsonDocument()));
  }

  private BsonDocument hello() {
    return admin("{isMaster: 1}"); // Older servers do not know hello.
  }

  private BsonDocument admin(String command) {
    return client.getDatabase("admin").runCommand(BsonDocument.parse(command), BsonDocument.class);
  }

  @Test
  void databaseRemovesExpiredObjectsAndNoOthers() {
    Scope scope = new Scope("expiry", UUID.randomUUID().toString());
    ObjectRow gone = expiring(scope, 1, Duration.ofSeconds(-2L * MongoDbSchema.GRACE_SECONDS));
    ObjectRow inGrace = expiring(scope, 2, Duration.ofSeconds(-MongoDbSchema.GRACE_SECONDS / 2));
    ObjectRow alive = expiring(scope, 3, Duration.ofHours(1));
    for (ObjectRow row : new ObjectRow[] {alive, inGrace, gone}) {
      Rows.applied(backend.insert(row));
    }
    Instant end = Instant.now().plus(REMOVAL);
    while (Rows.read(backend, gone.key()).isPresent()) {
      assertTrue(Instant.now().isBefore(end), "not removed within " + REMOVAL);
      Waiter.system().await(Duration.ofSeconds(1));
    }
    assertEquals(Optional.of(inGrace), Rows.read(backend, inGrace.key()));
    assertEquals(Optional.of(alive), Rows.read(backend, alive.key()));
  }

  private static ObjectRow expiring(Scope scope, long id, Duration fromNow) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(fromNow));
    return ObjectRow.expiring(
        new ObjectKey(scope, "lease", ObjectId.of(id)),
        Bytes.ofUtf8("expiring"),
        Rows.token(),
        Rows.CREATED,
        micros);
  }
}
