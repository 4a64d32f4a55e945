package dev.cairn.backend.mongodb;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * Queries that read only the first reply, as a whole; the caller queries again for what did not
 * fit. A server guarantees a read concern for the command that names it, not for the replies that a
 * cursor fetches afterwards; and no cursor stays open while callers' code runs.
 */
final class Replies {
  private final MongoDbConnection connection;
  private final int mostRows;

  /**
   * The documents of one reply.
   *
   * @param isComplete whether there is certainly no more
   */
  record Reply(List<BsonDocument> documents, boolean isComplete) {}

  /**
   * @param mostRows how many rows one reply may have; the server also ends it at 16 MB
   */
  Replies(MongoDbConnection connection, int mostRows) {
    this.connection = connection;
    this.mostRows = mostRows;
  }

  /** The rows with {@code ids}, as many as fit. */
  Reply ofIds(MongoCollection<BsonDocument> source, Collection<String> ids) {
    Bson filter =
        ids.size() == 1
            ? Filters.eq(Documents.ID, ids.iterator().next())
            : Filters.in(Documents.ID, ids);
    return first(source.find(filter));
  }

  /** Rows that pass {@code filter}, in the order of their IDs. */
  Reply inOrder(MongoCollection<BsonDocument> source, Bson filter) {
    return first(source.find(filter).sort(Sorts.ascending(Documents.ID)));
  }

  private Reply first(FindIterable<BsonDocument> query) {
    long millis = connection.settings().requestTimeout().toMillis();
    return connection.call(
        () -> {
          try (MongoCursor<BsonDocument> cursor =
              query
                  .limit(mostRows)
                  .batchSize(mostRows)
                  .maxTime(millis, TimeUnit.MILLISECONDS)
                  .cursor()) {
            return read(cursor, mostRows);
          }
        });
  }

  static Reply read(MongoCursor<BsonDocument> cursor, int mostRows) {
    List<BsonDocument> documents = new ArrayList<>();
    if (cursor.hasNext()) {
      do {
        documents.add(cursor.next());
      } while (cursor.available() > 0);
    }
    boolean ended = cursor.getServerCursor() == null;
    return new Reply(documents, ended && documents.size() < mostRows);
  }
}
