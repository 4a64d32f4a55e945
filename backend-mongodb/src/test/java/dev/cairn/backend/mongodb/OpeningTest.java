package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoConfigurationException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.testkit.TestRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningTest {
  private static final String SECRET = "hunter2";

  @RegisterExtension final TestRun run = new TestRun();

  @Test
  void backendIsFoundByNameAndOpenedFromConfiguration() {
    String database = "cairn-test-" + UUID.randomUUID();
    String uri = MongoDbServer.of(run).uri();
    Map<String, String> values =
        Map.of("cairn.mongodb.uri", uri, "cairn.mongodb.database", database);
    try (Backend backend = open(values)) {
      assertEquals("mongodb", backend.name());
      assertTrue(backend.health().healthy());
      assertTrue(backend.health().detail().contains(database), backend.health().detail());
      assertTrue(backend.isInterruptible());
    }
    try (MongoClient client = MongoClients.create(uri)) {
      client.getDatabase(database).drop();
    }
  }

  private static Backend open(Map<String, String> values) {
    Backends backends = Backends.discover();
    Configuration.Builder builder = Configuration.builder().set("cairn.backend", "mongodb");
    new TreeMap<>(values).forEach(builder::set);
    return backends.open(builder.build(backends.settings()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hunter2",
        "http://u:hunter2@db.example",
        "mongodb://u:hunter2/x@db.example",
        "mongodb://u:hunter2@@db.example",
        "mongodb://u:%hunter2@db.example",
        "mongodb://u@db.example:hunter2",
        "mongodb://db.example/?hunter2",
        "mongodb://db.example/?authMechanism=hunter2",
        "mongodb+srv://u:hunter2@db:27017"
      })
  void badUriIsNamedAndNotRepeated(String uri) {
    ConfigurationException e =
        assertThrows(ConfigurationException.class, () -> open(Map.of("cairn.mongodb.uri", uri)));
    assertTrue(e.getMessage().contains("cairn.mongodb.uri"), e::getMessage);
    assertFalse(everything(e).contains(SECRET), () -> everything(e));
  }

  @Test
  void nameThatCannotBeLookedUpIsUnavailable() {
    BackendUnavailableException e =
        assertThrows(
            BackendUnavailableException.class,
            () ->
                ConnectionStrings.parse(
                    "mongodb+srv://u:hunter2@db.cairn.example",
                    uri -> {
                      throw new MongoConfigurationException("no TXT record of " + uri);
                    }));
    assertTrue(e.getMessage().contains("cairn.mongodb.uri"), e::getMessage);
    assertFalse(everything(e).contains(SECRET));
  }

  @ParameterizedTest
  @CsvSource({
    "w=1, the option w of cairn.mongodb.uri is refused",
    "w=0, the option w of cairn.mongodb.uri is refused",
    "w=somewhere, the option w of cairn.mongodb.uri is refused",
    "journal=false, set cairn.mongodb.journal instead",
    "readConcernLevel=local, set cairn.mongodb.strong-reads instead"
  })
  void uriCannotWeakenAPromiseUnnoticed(String option, String problem) {
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class,
            () -> open(Map.of("cairn.mongodb.uri", "mongodb://u:hunter2@db.example/?" + option)));
    assertTrue(e.getMessage().contains(problem), e::getMessage);
    assertFalse(everything(e).contains(SECRET));
  }

  @ParameterizedTest
  @CsvSource({
    "cairn.mongodb.request-timeout, PT0S",
    "cairn.mongodb.request-timeout, PT2H",
    "cairn.mongodb.database, a/b",
    "cairn.mongodb.database, $external"
  })
  void badValueIsNamed(String key, String value) {
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class,
            () -> open(Map.of("cairn.mongodb.uri", "mongodb://db.example", key, value)));
    assertTrue(e.getMessage().contains(key), e::getMessage);
  }

  // The form that hosted services print.
  @Test
  void whatSafetyNeedsWinsOverTheUriAndTimesOfTheUriWinOverDefaults() {
    MongoClientSettings settings =
        MongoDbConnection.clientSettings(
            TestSettings.of(
                    "mongodb://db.example/?retryWrites=true&w=majority&socketTimeoutMS=77", "x")
                .with(Duration.ofSeconds(3))
                .settings());
    assertFalse(settings.getRetryWrites());
    assertEquals(
        WriteConcern.MAJORITY.withJournal(true).withWTimeout(3, TimeUnit.SECONDS),
        settings.getWriteConcern());
    assertEquals(77, settings.getSocketSettings().getReadTimeout(TimeUnit.MILLISECONDS));
    assertEquals(
        WriteConcern.MAJORITY.withJournal(false).withWTimeout(99, TimeUnit.MILLISECONDS),
        MongoDbConnection.clientSettings(
                TestSettings.of("mongodb://db.example/?wtimeoutMS=99", "x")
                    .withJournal(false)
                    .settings())
            .getWriteConcern());
    assertEquals(
        3_000, settings.getClusterSettings().getServerSelectionTimeout(TimeUnit.MILLISECONDS));
  }

  @Test
  void databaseThatDoesNotAnswerIsUnavailableAndNothingStaysOpen() throws IOException {
    // The port is bound, so no other server uses it, and does not listen, so connections are
    // refused.
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = taken.getLocalPort();
      String uri =
          "mongodb://u:%s@127.0.0.1:%d/?serverSelectionTimeoutMS=50".formatted(SECRET, port);
      BackendUnavailableException e =
          assertThrows(
              BackendUnavailableException.class, () -> open(Map.of("cairn.mongodb.uri", uri)));
      assertTrue(e.getMessage().contains("127.0.0.1:" + port), e::getMessage);
      assertFalse(everything(e).contains(SECRET), () -> everything(e));
      joinThreads(port);
    }
  }

  // The stand-in has no users, so it refuses every login.
  @Test
  void refusedUserIsUnavailableAndThePasswordIsNotShown() {
    try (MongoDbServer server = MongoDbServer.standIn()) {
      int port = server.socketAddress().getPort();
      String uri =
          "mongodb://u:%s@127.0.0.1:%d/?authMechanism=SCRAM-SHA-256&serverSelectionTimeoutMS=500"
              .formatted(SECRET, port);
      BackendUnavailableException e =
          assertThrows(
              BackendUnavailableException.class, () -> open(Map.of("cairn.mongodb.uri", uri)));
      assertFalse(everything(e).contains(SECRET), () -> everything(e));
      joinThreads(port);
    }
  }

  @Test
  void closingEndsTheThreadsOfTheDriver() {
    try (MongoDbServer server = MongoDbServer.standIn()) {
      MongoDbBackend backend = server.settings().ready();
      int port = server.socketAddress().getPort();
      assertFalse(threads(port).isEmpty());
      backend.close();
      joinThreads(port);
    }
  }

  // The driver names its threads after the server.
  private static List<Thread> threads(int port) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("127.0.0.1:" + port))
        .toList();
  }

  private static void joinThreads(int port) {
    for (Thread thread : threads(port)) {
      try {
        thread.join(120_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      assertFalse(thread.isAlive(), thread::getName);
    }
  }

  private static String everything(Throwable e) {
    StringWriter all = new StringWriter();
    e.printStackTrace(new PrintWriter(all));
    return all.toString();
  }
}
