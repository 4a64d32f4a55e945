package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ClosedException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.server.rest.RestLimits;
import dev.cairn.iceberg.server.rest.RestReply;
import dev.cairn.iceberg.server.rest.RestRequest;
import dev.cairn.iceberg.server.rest.RestService;
import dev.cairn.iceberg.server.rest.ServedWarehouse;
import dev.cairn.iceberg.server.rest.WarehouseSource;
import dev.cairn.iceberg.warehouse.Warehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Namespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Once a mutation was or may have been applied, no answer lets a client delete its files or repeat
 * it unguarded.
 */
final class AppliedMutationTest {
  private static final String KEY = "0192e4a0-7e1a-7000-8000-000000000001";
  private static final String SCHEMA =
      "{\"type\":\"struct\",\"fields\":"
          + "[{\"id\":1,\"name\":\"a\",\"type\":\"int\",\"required\":false}]}";

  @TempDir Path directory;
  private ServerFixture fixture;
  private Warehouses warehouses;
  private OpenWarehouses open;
  private ServedWarehouse served;

  /** A warehouse whose requests run unguarded, and whose commits lose their replies. */
  private static final class UnreachableRecords implements IdempotentExecutor {
    @Override
    public IdempotentResult execute(IdempotentCall call, Execution.Handler handler) {
      return new IdempotentResult.Executed(handler.handle(new LostReplies()));
    }

    @Override
    public void close() {}
  }

  private static final class LostReplies implements Execution {
    @Override
    public Optional<Ownership> owner() {
      return Optional.empty();
    }

    @Override
    public Outcome commit(Store store, String reference, Change<Outcome> change) {
      throw new UnknownOutcomeException("the reply is lost");
    }

    @Override
    public Bytes commit(Store store, String reference, String step, Change<Bytes> change) {
      throw new UnknownOutcomeException("the reply is lost");
    }

    @Override
    public void status(ProcessingStatus status) {}
  }

  /** A warehouse that every prefix names. */
  private record OneWarehouse(Supplier<ServedWarehouse> found) implements WarehouseSource {
    @Override
    public Optional<ServedWarehouse> named(String name) {
      return Optional.of(found.get());
    }

    @Override
    public Optional<ServedWarehouse> withPrefix(String prefix) {
      return Optional.of(found.get());
    }
  }

  @BeforeEach
  void start() {
    fixture = new ServerFixture(directory);
    Clock clock = Clock.systemUTC();
    warehouses = new Warehouses(fixture.cairn.catalogs(), "default", Map.of(), clock);
    open = new OpenWarehouses(warehouses, fixture.cairn.idempotency(), clock, Duration.ofHours(1));
    served = open.named(ServerFixture.WAREHOUSE).orElseThrow();
  }

  @AfterEach
  void stop() {
    open.close();
    fixture.close();
  }

  private static RestService service(Supplier<ServedWarehouse> warehouse) {
    return new RestService(
        new OneWarehouse(warehouse),
        new RestLimits(100, 100, 1_000, 100, 100, bound -> {}),
        "%1F",
        Optional.empty(),
        Optional.of(Duration.ofMinutes(30)));
  }

  private RestReply request(String method, String path, Optional<String> key, String body) {
    return request(service(() -> served), method, path, key, body);
  }

  private static RestReply request(
      RestService service, String method, String path, Optional<String> key, String body) {
    Map<String, List<String>> headers = new HashMap<>();
    key.ifPresent(text -> headers.put("Idempotency-Key", List.of(text)));
    return service.handle(
        RestRequest.of(method, path, null, headers, Principal.NONE, "r")
            .withBody(Bytes.ofUtf8(body)));
  }

  private void makeTable(Optional<String> key, String properties) {
    RestReply namespace =
        request("POST", "/v1/p/namespaces", Optional.empty(), "{\"namespace\":[\"n\"]}");
    assertEquals(200, namespace.status());
    RestReply table =
        request(
            "POST",
            "/v1/p/namespaces/n/tables",
            key,
            "{\"name\":\"t\",\"location\":\"%s/n/t\",\"schema\":%s,\"properties\":{%s}}"
                .formatted(fixture.base, SCHEMA, properties));
    assertEquals(200, table.status());
  }

  private static String update(String name, String value) {
    return "{\"requirements\":[],\"updates\":[{\"action\":\"set-properties\",\"updates\":"
        + "{\"%s\":\"%s\"}}]}".formatted(name, value);
  }

  /** An old metadata file that cannot be deleted makes no failure of the commit. */
  @Test
  void aFileThatMayNotBeDeletedDoesNotRefuseAnAppliedCommit() throws IOException {
    String directories = "\"write.metadata.path\":\"%s/n/t/first\"".formatted(fixture.base);
    makeTable(
        Optional.empty(),
        "\"write.metadata.delete-after-commit.enabled\":\"true\","
            + "\"write.metadata.previous-versions-max\":\"1\","
            + directories);
    String table = "/v1/p/namespaces/n/tables/t";
    String moved = update("write.metadata.path", fixture.base + "/n/t/second");
    assertEquals(200, request("POST", table, Optional.empty(), moved).status());
    Path first = directory.resolve("warehouse/n/t/first");
    try (Stream<Path> files = Files.list(first)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(first);
    Files.createSymbolicLink(first, directory.resolve("nowhere"));
    assertEquals(200, request("POST", table, Optional.empty(), update("a", "b")).status());
  }

  @Test
  void anUnknownOutcomeWithoutARecordIsNotToBeRepeated() {
    ServedWarehouse unreachable =
        new ServedWarehouse(
            served.prefix(),
            served.store(),
            served.catalog(),
            new UnreachableRecords(),
            Map.of(),
            Map.of());
    RestReply reply =
        request(
            service(() -> unreachable),
            "POST",
            "/v1/p/namespaces",
            Optional.of(KEY),
            "{\"namespace\":[\"n\"]}");
    assertEquals(500, reply.status());
    assertFalse(reply.headers().containsKey("Retry-After"));
  }

  @Test
  void anErrorIsAnUnknownOutcomeOfAMutation() {
    RestService broken =
        service(
            () -> {
              throw new StackOverflowError("for the test");
            });
    RestReply reply =
        quietly(() -> request(broken, "POST", "/v1/p/namespaces", Optional.empty(), "{}"));
    assertEquals(500, reply.status());
    assertTrue(text(reply).contains("CommitStateUnknownException"), () -> text(reply));
  }

  private static RestReply quietly(Supplier<RestReply> request) {
    Logger log = Logger.getLogger("dev.cairn.iceberg.server");
    log.setLevel(Level.OFF);
    try {
      return request.get();
    } finally {
      log.setLevel(null);
    }
  }

  private static String text(RestReply reply) {
    Bytes body = ((RestReply.Full) reply.body()).bytes();
    return StandardCharsets.UTF_8.decode(body.toByteBuffer()).toString();
  }

  @Test
  void aReplayIsTheFirstAnswerAfterTheTableIsDropped() {
    makeTable(Optional.of(KEY), "");
    RestReply dropped = request("DELETE", "/v1/p/namespaces/n/tables/t", Optional.empty(), "");
    assertEquals(204, dropped.status());
    RestReply again =
        request(
            "POST",
            "/v1/p/namespaces/n/tables",
            Optional.of(KEY),
            "{\"name\":\"t\",\"location\":\"%s/n/t\",\"schema\":%s,\"properties\":{}}"
                .formatted(fixture.base, SCHEMA));
    assertEquals(200, again.status());
    assertEquals("true", again.headers().get("Idempotency-Replayed"));
  }

  @Test
  void aWarehouseStaysOpenForRequestsInProgress() {
    Runnable end = open.begin();
    replace();
    replace();
    assertEquals(List.of(), namespaces());
    end.run();
    assertThrows(ClosedException.class, this::namespaces);
  }

  private List<Namespace> namespaces() {
    return served.catalog().namespaces().list(Namespace.empty(), PageRequest.first(10)).items();
  }

  private void replace() {
    Warehouse seen = warehouses.get(ServerFixture.WAREHOUSE);
    Map<String, String> properties =
        Map.of(
            "location",
            fixture.base,
            "allowed-locations",
            "file:" + directory,
            LocalFileIO.ROOT,
            "file:" + directory,
            "table-default.a",
            Long.toString(seen.version()));
    Warehouse unused = warehouses.update(seen, properties);
    ServedWarehouse unusedToo = open.named(ServerFixture.WAREHOUSE).orElseThrow();
  }
}
