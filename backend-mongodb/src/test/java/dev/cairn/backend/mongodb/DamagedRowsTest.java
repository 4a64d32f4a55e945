package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents that another program wrote or changed. */
class DamagedRowsTest {
  private final MongoDbServer server = MongoDbServer.standIn();
  private MongoDbConnection connection;
  private MongoDbBackend backend;

  @BeforeEach
  void open() {
    connection = MongoDbConnection.of(server.settings().settings());
    backend = new MongoDbBackend(connection, 10);
    backend.createSchema();
  }

  @AfterEach
  void close() {
    backend.close();
    server.close();
  }

  @Test
  void changedRowIsDamagedForReadsAndScansAndIsNamed() {
    ReferenceRow row = Rows.reference("main");
    Rows.applied(backend.insertReference(row));
    change(Documents.REFERENCES, RowIds.encode(row.key()));
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> Rows.read(backend, row.key()));
    assertTrue(e.getMessage().contains("acme\tsales\tmain"), e::getMessage);
    assertThrows(
        DamagedDataException.class,
        () -> backend.scanReferences(Optional.empty(), Optional.empty(), any -> true));
  }

  @Test
  void damagedObjectFailsTheFetchThatAsksForItAndNoOther() {
    ObjectRow sound = Rows.object(1, "sound");
    ObjectRow damaged = Rows.object(2, "damaged");
    backend.write(List.of(sound, damaged));
    change(Documents.OBJECTS, RowIds.encode(damaged.key()));
    assertEquals(Optional.of(sound), Rows.read(backend, sound.key()));
    assertThrows(
        DamagedDataException.class,
        () -> backend.fetch(List.of(sound.key(), damaged.key()), ReadMode.WEAK));
  }

  @Test
  void documentsThatAreNoRowsAreLeftAlone() {
    ObjectRow row = Rows.object(1, "one");
    backend.write(List.of(row));
    for (int id = -1; id < 3; id++) {
      connection.strong(Documents.OBJECTS).insertOne(new BsonDocument("_id", new BsonInt32(id)));
    }
    List<ObjectRow> visited = new ArrayList<>();
    assertEquals(
        Optional.empty(),
        backend.scanObjects(
            Optional.empty(), Optional.empty(), ScanBound.NONE, Optional.empty(), visited::add));
    assertEquals(List.of(row), visited);
  }

  /**
   * A bug of the caller; still, a row that is written conditionally is not deleted in any other
   * way.
   */
  @Test
  void deleteOfManyLeavesUpdateableRows() {
    ObjectRow lease =
        ObjectRow.updateable(
            Rows.object(3, "").key(), Bytes.ofUtf8("lease"), Rows.token(), Rows.CREATED);
    Rows.applied(backend.insert(lease));
    backend.delete(List.of(lease.key()));
    assertEquals(Optional.of(lease), Rows.read(backend, lease.key()));
  }

  @Test
  void positionOfAnotherKindOfScanIsRefused() {
    for (String hex : List.of("", "02616263", "01c3")) {
      ScanPosition position = new ScanPosition(Bytes.ofHex(hex));
      assertThrows(
          DamagedDataException.class,
          () -> backend.scanReferences(Optional.empty(), Optional.of(position), any -> true));
    }
  }

  private void change(String collection, String id) {
    assertEquals(
        1,
        connection
            .strong(collection)
            .updateOne(Filters.eq("_id", id), Updates.set("later", 1))
            .getMatchedCount());
  }
}
