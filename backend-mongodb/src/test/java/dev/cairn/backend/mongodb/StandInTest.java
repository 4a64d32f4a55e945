package dev.cairn.backend.mongodb;

import static io.netty.buffer.Unpooled.wrappedBuffer;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stand-in replies like a server: each document in a reply comes from one write. */
class StandInTest {
  private static final String DATABASE = "test";
  private static final int FIELDS = 50;
  private static final int DOCUMENTS = 4;
  private static final int WRITERS = 2;
  private static final int WRITES = 250;
  private static final int READS = 150;

  private final StandIn standIn = new StandIn();
  private final Channel channel = new EmbeddedChannel();

  @BeforeEach
  void insertTwoDocuments() {
    command("{insert: 'rows', documents: [{_id: 1, a: 0, b: {c: [0]}}, {_id: 2, a: 0}]}");
  }

  private Document command(String json) {
    RawBsonDocument command = RawBsonDocument.parse(json);
    Document decoded = BsonDecoder.decodeBson(wrappedBuffer(command.getByteBuffer().asNIO()));
    return standIn.handleCommand(channel, DATABASE, command.getFirstKey(), decoded);
  }

  private static final String CHANGES =
      "{update: 'rows', updates: ["
          + "{q: {_id: 1}, u: {$set: {'b.c.0': 1, a: 1}}}, {q: {_id: 2}, u: {a: 1, z: 1}}]}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{find: 'rows', filter: {_id: 1}}",
        "{find: 'rows', filter: {_id: {$in: [1, 2]}}}",
        "{find: 'rows', filter: {}, sort: {_id: -1}, limit: 2}",
        "{find: 'rows', filter: {}, batchSize: 1}",
        "{aggregate: 'rows', pipeline: [{$match: {_id: 2}}], cursor: {}}",
        "{findAndModify: 'rows', query: {_id: 2}, update: {a: 5}, new: true}",
        "{findAndModify: 'rows', query: {_id: 1}, update: {$set: {'b.c.0': 5}}, new: true}",
        "{findAndModify: 'rows', query: {_id: 1}, update: {$set: {a: 5}}, new: false}",
      })
  void aReplyDoesNotChangeWithLaterWrites(String query) {
    Document reply = command(query);
    String before = reply.toString();
    command(CHANGES);
    assertEquals(before, reply.toString());
  }

  @Test
  void theNextReplyOfACursorDoesNotChangeWithLaterWrites() {
    Document first = command("{find: 'rows', filter: {}, sort: {_id: 1}, batchSize: 1}");
    Document cursor = (Document) first.get("cursor");
    Document reply =
        command(
            "{getMore: {$numberLong: '%s'}, collection: 'rows', batchSize: 1}"
                .formatted(cursor.get("id")));
    String before = reply.toString();
    command(CHANGES);
    assertEquals(before, reply.toString());
  }

  @Test
  void aSampleHasTheSizeAskedForAndEachDocumentOnce() {
    List<String> documents = new ArrayList<>();
    for (int id = 0; id < 2_000; id++) {
      documents.add("{_id: " + id + "}");
    }
    command("{insert: 'many', documents: [" + String.join(",", documents) + "]}");
    // The sort of the JDK refuses a random order more often than not at this size.
    for (int round = 0; round < 20; round++) {
      Document reply =
          command("{aggregate: 'many', pipeline: [{$sample: {size: 50}}], cursor: {}}");
      List<?> drawn = (List<?>) ((Document) reply.get("cursor")).get("firstBatch");
      assertEquals(50, drawn.stream().distinct().count());
    }
  }

  /** However documents are changed and read, all fields come from one write. */
  @Test
  void readsAmongWritesSeeWholeWrites() throws Exception {
    try (MongoDbServer server = MongoDbServer.standIn();
        MongoClient client = MongoClients.create(server.uri())) {
      MongoCollection<BsonDocument> rows =
          client.getDatabase(DATABASE).getCollection("wide", BsonDocument.class);
      for (int id = 0; id < DOCUMENTS; id++) {
        rows.insertOne(wide(id, 0));
      }
      List<Callable<Integer>> work = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        work.add(() -> write(rows));
      }
      work.add(() -> read(() -> rows.find(Filters.eq("_id", 0))));
      work.add(() -> read(() -> rows.find(Filters.in("_id", 0, 1, 2, 3))));
      work.add(() -> read(() -> rows.find().sort(Sorts.descending("_id")).limit(3)));
      work.add(() -> read(() -> rows.find().batchSize(1)));
      work.add(
          () ->
              read(() -> rows.aggregate(List.of(new BsonDocument("$match", new BsonDocument())))));
      ExecutorService threads = Executors.newFixedThreadPool(work.size());
      try {
        for (Future<Integer> done : threads.invokeAll(work)) {
          var unused = done.get();
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static int write(MongoCollection<BsonDocument> rows) {
    FindOneAndReplaceOptions after =
        new FindOneAndReplaceOptions().returnDocument(ReturnDocument.AFTER);
    for (int write = 1; write <= WRITES; write++) {
      int id = write % DOCUMENTS;
      var unused = rows.replaceOne(Filters.eq("_id", id), wide(id, write));
      BsonDocument set = wide(id, -write);
      set.remove("_id");
      assertWhole(rows.findOneAndUpdate(Filters.eq("_id", id), new BsonDocument("$set", set)));
      assertWhole(rows.findOneAndReplace(Filters.eq("_id", id), wide(id, write), after));
      unused = rows.updateMany(new BsonDocument(), new BsonDocument("$set", set));
    }
    return WRITES;
  }

  private static int read(Supplier<? extends Iterable<BsonDocument>> query) {
    for (int read = 0; read < READS; read++) {
      query.get().forEach(StandInTest::assertWhole);
    }
    return READS;
  }

  private static BsonDocument wide(int id, int value) {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
    for (int field = 0; field < FIELDS; field++) {
      document.append("f" + field, new BsonInt32(value));
    }
    return document;
  }

  private static void assertWhole(BsonDocument document) {
    BsonValue first = document.get("f0");
    BsonDocument whole = wide(document.getInt32("_id").getValue(), first.asInt32().getValue());
    assertEquals(whole, document);
  }
}
