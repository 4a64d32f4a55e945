package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Operation;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.warehouse.Warehouses;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.Injection;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database stops answering in the middle of a read. */
class FailingReadsTest {
  private static final int NAMESPACES = 400;
  private static final String NAME = "a-name-that-makes-pages-of-the-index-small-%03d";

  @TempDir private Path directory;
  private final AtomicInteger readsLeft = new AtomicInteger(Integer.MAX_VALUE);
  private Cairn cairn;
  private IcebergServer server;
  private HttpCaller http;

  @BeforeEach
  void open() {
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "inmemory")
            // Everything is read again.
            .set("cairn.cache.size", "0")
            .set("cairn.server.port", "0")
            .set("cairn.server.management-port", "0")
            .set("cairn.server.max-page-size", "50")
            .build(IcebergServer.settings());
    cairn =
        Cairn.open(
            new FaultyBackend(new InMemoryBackend(), (call, operation) -> fault(operation)),
            configuration,
            ObjectTypes.discover(),
            EngineRuntime.system());
    cairn.catalogs().createTenant("default", Map.of());
    new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC())
        .create(
            TestWarehouse.NAME,
            Map.of("location", "file:" + directory, LocalFileIO.ROOT, "file:" + directory));
    server = IcebergServer.start(cairn, configuration);
    http = new HttpCaller("http://127.0.0.1:" + server.port());
  }

  @AfterEach
  void close() {
    server.close();
    cairn.close();
  }

  private Optional<Injection> fault(Operation operation) {
    boolean isRead = operation == Operation.READ_REFERENCE || operation == Operation.FETCH;
    return isRead && readsLeft.getAndDecrement() <= 0
        ? Optional.of(new Injection(Fault.REFUSED, 1))
        : Optional.empty();
  }

  private void create(int namespaces) {
    for (int i = 0; i < namespaces; i++) {
      String body = "{\"namespace\": [\"%s\"]}".formatted(NAME.formatted(i));
      assertEquals(200, http.post(http.path("/namespaces"), body).statusCode());
    }
  }

  @Test
  void aListingThatFailsBeforeAnythingIsSentMayBeRepeated() {
    create(NAMESPACES);
    int failures = 0;
    HttpResponse<String> answer = listing(failures);
    while (answer.statusCode() != 200) {
      assertEquals(503, answer.statusCode(), answer::body);
      assertEquals(Optional.of("1"), answer.headers().firstValue("Retry-After"));
      answer = listing(++failures);
    }
    assertEquals(NAMESPACES, HttpCaller.json(answer).path("namespaces").size());
    assertTrue(failures > 3, "only " + failures + " reads of the database");
  }

  @Test
  void aListingThatFailsLaterIsCutAndNeverLooksComplete() throws IOException {
    create(4 * NAMESPACES);
    Logger log = Logger.getLogger("dev.cairn.iceberg.server");
    log.setLevel(Level.OFF); // it reports each of them
    int cut = 0;
    try {
      for (int reads = 0; cut < 3; reads++) {
        readsLeft.set(reads);
        try (HostileClient client = new HostileClient(server.port())) {
          client.send("GET " + http.path("/namespaces") + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
          assertEquals(503, client.read().status());
        } catch (EOFException | SocketException e) {
          cut++;
        }
      }
    } finally {
      log.setLevel(null);
    }
  }

  /** The listing, while the database answers so many reads. */
  private HttpResponse<String> listing(int reads) {
    readsLeft.set(reads);
    try {
      return http.get(http.path("/namespaces"));
    } finally {
      readsLeft.set(Integer.MAX_VALUE);
    }
  }
}
