package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Token;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.server.KeyedOperations.KeyedOperation;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On every endpoint: the writes to the record of a request that need not wait for the disk. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnsyncedRecordsTest {
  private final Writes writes = new Writes();
  private Cairn cairn;
  private IcebergServer server;
  private HttpCaller http;
  private KeyedOperations operations;

  /** Notes how records are written. */
  private static final class Writes extends ForwardingBackend {
    private final List<String> made = new CopyOnWriteArrayList<>();

    Writes() {
      super(new InMemoryBackend());
    }

    private void note(String how, ObjectRow row) {
      if (row.key().type().equals("cairn.idempotency")) {
        made.add(how);
      }
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {
      note("insert", row);
      return super.insert(row);
    }

    @Override
    public CasResult<ObjectRow> insertUnsynced(ObjectRow row) {
      note("insert, not synced", row);
      return super.insert(row);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      note("swap", next);
      return super.swap(expected, next);
    }

    @Override
    public CasResult<ObjectRow> swapUnsynced(Token expected, ObjectRow next) {
      note("swap, not synced", next);
      return super.swap(expected, next);
    }
  }

  @BeforeAll
  void startServer(@TempDir Path directory) {
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "inmemory")
            .set("cairn.server.port", "0")
            .set("cairn.server.management-port", "0")
            .build(IcebergServer.settings());
    cairn = Cairn.open(writes, configuration, ObjectTypes.discover(), EngineRuntime.system());
    cairn.catalogs().createTenant("default", Map.of());
    new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC())
        .create(
            TestWarehouse.NAME,
            Map.of("location", "file:" + directory, LocalFileIO.ROOT, "file:" + directory));
    server = IcebergServer.start(cairn, configuration);
    http = new HttpCaller("http://127.0.0.1:" + server.port());
    operations = new KeyedOperations(http);
  }

  @AfterAll
  void close() {
    server.close();
    cairn.close();
  }

  @ParameterizedTest
  @EnumSource
  void recordsOfCommitsDoNotWait(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    writes.made.clear();
    HttpResponse<String> answer = send(call);
    assertEquals(2, answer.statusCode() / 100, answer::body);
    // No head knows of a table that was only staged.
    String end = operation == KeyedOperation.STAGE_TABLE ? "swap" : "swap, not synced";
    assertEquals(List.of("insert, not synced", end), writes.made);
  }

  @ParameterizedTest
  @EnumSource
  void recordsOfRefusalsWaitBeforeTheAnswer(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation).onWhatIsNotThere();
    writes.made.clear();
    HttpResponse<String> answer = send(call);
    assertEquals(4, answer.statusCode() / 100, answer::body);
    assertEquals(List.of("insert, not synced", "swap"), writes.made);
  }

  private HttpResponse<String> send(KeyedOperations.Call call) {
    return http.send(
        call.method(),
        call.path(),
        call.body(),
        Map.of("Idempotency-Key", UUID.randomUUID().toString()));
  }
}
