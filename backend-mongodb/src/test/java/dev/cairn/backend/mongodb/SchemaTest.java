package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.cairn.api.SchemaMismatchException;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SchemaTest {
  @RegisterExtension final TestRun run = new TestRun();

  private TestSettings settings;
  private MongoDbBackend backend;
  private MongoClient client;
  private MongoDatabase database;

  @BeforeEach
  void open() {
    MongoDbServer server = MongoDbServer.of(run);
    settings = server.settings().withDatabase("cairn-test-" + UUID.randomUUID());
    backend = settings.open();
    client = MongoClients.create(server.uri());
    database = client.getDatabase(settings.settings().database());
  }

  @AfterEach
  void drop() {
    database.drop();
    client.close();
    backend.close();
  }

  @Test
  void openingChangesNothingAndWhatIsMissingIsNamedWithTheCommandsThatMakeIt() {
    String message = refused();
    assertTrue(message.contains("the collection objects is missing"), message);
    assertTrue(message.contains(backend.describeSchema()), message);
    assertEquals(List.of(), database.listCollectionNames().into(new ArrayList<>()));
    assertEquals(
        """
        use %s
        db.createCollection("objects")
        db.createCollection("references")
        db.createCollection("schema")
        db.objects.createIndex({removeAfter: 1}, {expireAfterSeconds: 3600})
        db.schema.insertOne({"_id": "cairn", "format": 1, "casDomain": "default"}, {writeConcern: {w: "majority", j: true}})"""
            .formatted(settings.settings().database()),
        backend.describeSchema());
  }

  /** Executes the printed commands without the code of {@code createSchema}. */
  @Test
  void schemaThatAnOperatorMadeByHandIsAccepted() {
    List.of("objects", "references", "schema").forEach(database::createCollection);
    database
        .getCollection("objects")
        .createIndex(
            Indexes.ascending("removeAfter"),
            new IndexOptions().expireAfter(3_600L, TimeUnit.SECONDS));
    database
        .getCollection("schema", BsonDocument.class)
        .insertOne(BsonDocument.parse("{_id: 'cairn', format: 1.0, casDomain: 'default'}"));
    backend.verifySchema();
    backend.createSchema();
  }

  @Test
  void eachPartThatIsMissingIsNoticed() {
    backend.createSchema();
    backend.verifySchema();
    database.getCollection("references").drop();
    assertTrue(refused().contains("the collection references is missing"));
    backend.createSchema();
    database.getCollection("objects").dropIndex("removeAfter_1");
    assertTrue(refused().contains("has no index on removeAfter"));
    assertTrue(backend.expiresRows(), "the engine leaves expired rows to that index");
    backend.createSchema();
    database.getCollection("schema").deleteOne(Filters.eq("_id", "cairn"));
    assertTrue(refused().contains("the record 'cairn' of the collection schema is missing"));
    backend.createSchema();
    backend.verifySchema();
  }

  @Test
  void anotherDomainIsRefusedAndNotRecorded() {
    backend.createSchema();
    try (MongoDbBackend other = settings.withDomain("elsewhere").open()) {
      for (Runnable call : List.<Runnable>of(other::verifySchema, other::createSchema)) {
        String message = assertThrows(SchemaMismatchException.class, call::run).getMessage();
        assertTrue(message.contains("domain 'default'"), message);
        assertTrue(message.contains("cairn.mongodb.cas-domain is 'elsewhere'"), message);
      }
    }
    backend.verifySchema();
  }

  @Test
  void formatOfALaterReleaseIsRefused() {
    backend.createSchema();
    database
        .getCollection("schema")
        .updateOne(Filters.eq("_id", "cairn"), Updates.set("format", 2));
    assertTrue(refused().contains("this release knows 1"));
    assertThrows(SchemaMismatchException.class, backend::createSchema);
  }

  @Test
  void indexThatWouldRemoveOrRefuseRowsIsRefused() {
    backend.createSchema();
    database
        .getCollection("references")
        .createIndex(Indexes.ascending("version"), new IndexOptions().unique(true));
    String message = refused();
    assertTrue(message.contains("unique index version_1"), message);
  }

  @Test
  void manyProcessesMayCreateItAtOnce() {
    List<Boolean> unused =
        Race.run(
            4,
            thread -> {
              try (MongoDbBackend other = settings.open()) {
                other.createSchema();
                other.verifySchema();
                return true;
              }
            });
    backend.verifySchema();
  }

  private String refused() {
    return assertThrows(SchemaMismatchException.class, backend::verifySchema).getMessage();
  }
}
