package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class BulkAndScanTest {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  private final Scope scope = Rows.scope();
  private TestSettings settings;
  private DynamoDbBackend backend;

  @BeforeEach
  void open() {
    settings = TestSettings.of(run, "bulk-");
    backend = run.once(BulkAndScanTest.class, DynamoDbBackend.class, settings::create);
  }

  private List<ObjectRow> write(int count, int bytes) {
    Random random = seed.random("values");
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      rows.add(Rows.immutable(scope, id, Rows.noise(random, bytes)));
    }
    backend.write(rows);
    return rows;
  }

  @Test
  void rowsOfTheLargestSizeFillSeveralReplies() {
    // 17 MB: one reply holds 16.
    List<ObjectRow> rows = write(50, Limits.DEFAULT_MAX_VALUE_BYTES);
    List<Optional<ObjectRow>> found =
        backend.fetch(rows.stream().map(ObjectRow::key).toList(), ReadMode.STRONG);
    assertEquals(rows.stream().map(Optional::of).toList(), found);
    // And every segment has several pages.
    assertEquals(new HashSet<>(rows), new HashSet<>(scan(backend, 7)));
    backend.delete(rows.stream().map(ObjectRow::key).toList());
    assertEquals(List.of(), scan(backend, 7));
  }

  @Test
  void keysAndRowsMayBeNamedTwiceInAndAcrossBatches() {
    List<ObjectRow> rows = write(60, 10);
    List<ObjectRow> twice = new ArrayList<>(rows);
    twice.addAll(rows);
    backend.write(twice);
    List<ObjectKey> keys = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      rows.forEach(row -> keys.add(row.key()));
      keys.add(Rows.key(scope, 1_000));
    }
    List<Optional<ObjectRow>> found = backend.fetch(keys, ReadMode.WEAK);
    for (int i = 0; i < keys.size(); i++) {
      int number = i % 61;
      assertEquals(number == 60 ? Optional.empty() : Optional.of(rows.get(number)), found.get(i));
    }
    backend.delete(keys);
    assertEquals(List.of(), scan(backend, 100));
  }

  /** Rows of the scope, visited with a stop after every {@code step}, in another backend each. */
  private List<ObjectRow> scan(DynamoDbBackend from, int step) {
    List<ObjectRow> visited = new ArrayList<>();
    Optional<ScanPosition> after = Optional.empty();
    do {
      int end = visited.size() + step;
      after =
          from.scanObjects(
              Optional.of(scope),
              Optional.empty(),
              ScanBound.NONE,
              after,
              row -> visited.add(row) && visited.size() < end);
    } while (after.isPresent());
    assertEquals(new HashSet<>(visited).size(), visited.size(), "visited twice");
    return visited;
  }

  @Test
  void scanGoesOnWithItsOwnSegmentsWhateverIsConfigured() {
    List<ObjectRow> rows = write(40, 10);
    Set<ObjectRow> visited = new HashSet<>();
    Optional<ScanPosition> stopped =
        backend.scanObjects(
            Optional.of(scope),
            Optional.empty(),
            ScanBound.NONE,
            Optional.empty(),
            row -> visited.add(row) && visited.size() < 15);
    try (DynamoDbBackend other = settings.with("scan-segments", "1").open()) {
      assertEquals(
          Optional.empty(),
          other.scanObjects(
              Optional.of(scope),
              Optional.empty(),
              ScanBound.NONE,
              stopped,
              row -> {
                assertTrue(visited.add(row), () -> "visited twice: " + row);
                return true;
              }));
    }
    assertEquals(new HashSet<>(rows), visited);
  }

  @Test
  void visitorMayCallTheBackendThoughAllItsThreadsScan() {
    List<ObjectRow> rows = write(120, 10);
    try (DynamoDbBackend narrow =
        settings.with("parallelism", "1").with("scan-segments", "16").open()) {
      List<ObjectKey> keys = rows.stream().map(ObjectRow::key).toList();
      int[] visited = {0};
      var unused =
          narrow.scanObjects(
              Optional.of(scope),
              Optional.empty(),
              ScanBound.NONE,
              Optional.empty(),
              row -> {
                return visited[0]++ % 10 != 0
                    || narrow.fetch(keys, ReadMode.STRONG).stream().allMatch(Optional::isPresent);
              });
      assertEquals(rows.size(), visited[0]);
    }
  }

  @Test
  void positionsHaveTheFormThatIsStored() {
    ScanProgress progress = ScanProgress.ofNew(3);
    progress.advance(0, Bytes.ofHex("0a0b"));
    progress.finish(2);
    assertEquals("0103" + "01020a0b" + "00" + "02", progress.position().bytes().toHex());
    ScanProgress read = ScanProgress.of(progress.position());
    assertEquals(3, read.segments());
    assertEquals(Optional.of(Bytes.ofHex("0a0b")), read.after(0));
    assertEquals(Optional.empty(), read.after(1));
    assertTrue(read.isDone(2));
    assertEquals(progress.position(), read.position());
  }

  @Test
  void invalidPositionsAreRefused() {
    for (String hex :
        List.of("", "02", "01", "0100", "010103", "0101010a", "01010000", "0141", "01ffffffff0f")) {
      ScanPosition position = new ScanPosition(Bytes.ofHex(hex));
      assertThrows(
          DamagedDataException.class,
          () ->
              backend.scanObjects(
                  Optional.empty(),
                  Optional.empty(),
                  ScanBound.NONE,
                  Optional.of(position),
                  row -> true),
          hex);
    }
  }

  @Test
  void expiryIsTheNextWholeSecondAfterTheHint() {
    ObjectRow row =
        ObjectRow.expiring(
            Rows.updateable(scope, "lease", "").key(),
            Bytes.ofUtf8("brief"),
            Rows.token(),
            Rows.CREATED,
            32_503_680_000_000_001L);
    assertEquals("32503680001", RowKind.OBJECT.toItem(row).get("x").n());
    assertEquals(CasResult.applied(), backend.insert(row));
    try (DynamoDbClient client = SdkClients.make(settings.read(), new RequestMeter())) {
      Map<String, AttributeValue> item =
          client
              .getItem(
                  request ->
                      request
                          .tableName(settings.read().objectsTable())
                          .key(Map.of("k", RowKind.OBJECT.toItem(row).get("k"))))
              .item();
      assertEquals("32503680001", item.get("x").n());
      assertEquals(Set.of("k", "v", "t", "x"), item.keySet());
    }
    ObjectRow kept = Rows.next(row, "kept");
    assertEquals(CasResult.applied(), backend.swap(Rows.tokenOf(row), kept));
    assertEquals(Set.of("k", "v", "t"), RowKind.OBJECT.toItem(kept).keySet());
  }
}
