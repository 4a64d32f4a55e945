package dev.cairn.backend.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.SchemaMismatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The collections, the index that removes expired objects, and the record of the compare-and-swap
 * domain.
 */
final class MongoDbSchema {
  static final String COLLECTION = "schema";

  /**
   * How long after its hint the database removes an object: for servers whose clocks are ahead. The
   * hint already includes the engine's grace and clock skew.
   */
  static final int GRACE_SECONDS = 3_600;

  private static final String RECORD = "cairn";
  private static final String FORMAT = "format";
  private static final String DOMAIN = "casDomain";
  private static final int CURRENT_FORMAT = 1;
  private static final int NAMESPACE_EXISTS = 48;

  private static final List<String> COLLECTIONS =
      List.of(Documents.OBJECTS, Documents.REFERENCES, COLLECTION);

  private final MongoDbConnection connection;

  MongoDbSchema(MongoDbConnection connection) {
    this.connection = connection;
  }

  void create() {
    COLLECTIONS.forEach(this::createCollection);
    createIndex();
    insertRecord();
    verify();
  }

  private void createCollection(String name) {
    boolean unused =
        connection.call(
            () -> {
              try {
                connection.database().createCollection(name);
              } catch (MongoCommandException e) {
                if (e.getCode() != NAMESPACE_EXISTS) {
                  throw e;
                }
              }
              return true;
            });
  }

  private void createIndex() {
    try {
      String unused =
          connection.call(
              () ->
                  connection
                      .strong(Documents.OBJECTS)
                      .createIndex(
                          Indexes.ascending(Documents.REMOVE_AFTER),
                          new IndexOptions().expireAfter((long) GRACE_SECONDS, TimeUnit.SECONDS)));
    } catch (BackendUnavailableException e) {
      // Another index may be in the way; the inspection then reports it better than the server.
      if (e.getCause() instanceof MongoCommandException) {
        verify();
      }
      throw e;
    }
  }

  private void insertRecord() {
    boolean unused =
        connection.call(
            () -> {
              try {
                connection.strong(COLLECTION).insertOne(record());
              } catch (MongoWriteException e) {
                if (e.getCode() != MongoDbFailures.DUPLICATE_KEY) {
                  throw e;
                }
              }
              return true;
            });
  }

  private BsonDocument record() {
    return new BsonDocument(Documents.ID, new BsonString(RECORD))
        .append(FORMAT, new BsonInt32(CURRENT_FORMAT))
        .append(DOMAIN, new BsonString(connection.settings().domain()));
  }

  void verify() {
    List<BsonDocument> collections =
        connection.call(
            () ->
                connection.database().listCollections(BsonDocument.class).into(new ArrayList<>()));
    for (String name : COLLECTIONS) {
      BsonDocument found =
          collections.stream()
              .filter(each -> new BsonString(name).equals(each.get("name")))
              .findFirst()
              .orElseThrow(() -> mismatch("the collection %s is missing".formatted(name)));
      CollectionInspection.ofCollection(found).ifPresent(problem -> refuse(name, problem));
    }
    CollectionInspection.ofIndexes(indexes(Documents.REFERENCES), Optional.empty())
        .ifPresent(problem -> refuse(Documents.REFERENCES, problem));
    CollectionInspection.ofIndexes(indexes(Documents.OBJECTS), Optional.of(Documents.REMOVE_AFTER))
        .ifPresent(problem -> refuse(Documents.OBJECTS, problem));
    verifyRecord();
  }

  private List<BsonDocument> indexes(String collection) {
    return connection.call(
        () ->
            connection.strong(collection).listIndexes(BsonDocument.class).into(new ArrayList<>()));
  }

  private void verifyRecord() {
    BsonDocument record =
        new Replies(connection, 2)
            .ofIds(connection.strong(COLLECTION), List.of(RECORD)).documents().stream()
                .findFirst()
                .orElseThrow(
                    () ->
                        mismatch(
                            "the record '%s' of the collection %s is missing"
                                .formatted(RECORD, COLLECTION)));
    BsonValue format = record.get(FORMAT);
    // Shells store a 1 as different types of number.
    if (!CollectionInspection.isNumber(format, CURRENT_FORMAT)) {
      throw mismatch(
          "its format is %s, but this release knows %s".formatted(format, CURRENT_FORMAT));
    }
    BsonValue domain = record.get(DOMAIN);
    if (!new BsonString(connection.settings().domain()).equals(domain)) {
      throw new SchemaMismatchException(
          "%s belongs to the compare-and-swap domain %s, but %s is '%s'. All writers of a store share"
                  .formatted(
                      connection.failures().where(),
                      domain instanceof BsonString text ? "'" + text.getValue() + "'" : domain,
                      MongoDbBackendFactory.CAS_DOMAIN.key(),
                      connection.settings().domain())
              + " one domain: set it to the recorded one, or use another database");
    }
  }

  private void refuse(String collection, String problem) {
    throw mismatch("the collection %s %s".formatted(collection, problem));
  }

  private SchemaMismatchException mismatch(String problem) {
    return new SchemaMismatchException(
        "the schema of %s is wrong: %s. To create what is missing, run in mongosh:\n%s"
            .formatted(connection.failures().where(), problem, describe()));
  }

  /** The commands for {@code mongosh} that do the same as {@link #create}. */
  String describe() {
    StringBuilder commands = new StringBuilder();
    commands.append("use ").append(connection.settings().database()).append('\n');
    for (String name : COLLECTIONS) {
      commands.append("db.createCollection(\"%s\")\n".formatted(name));
    }
    commands.append(
        "db.%s.createIndex({%s: 1}, {expireAfterSeconds: %s})\n"
            .formatted(Documents.OBJECTS, Documents.REMOVE_AFTER, GRACE_SECONDS));
    return commands
        .append(
            "db.%s.insertOne(%s, {writeConcern: {w: \"majority\", j: true}})"
                .formatted(COLLECTION, record().toJson()))
        .toString();
  }
}
