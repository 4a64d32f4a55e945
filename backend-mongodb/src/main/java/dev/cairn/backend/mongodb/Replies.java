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
 * Queries of which only the first reply is read, whole and at once; what did not fit is asked for
 * again. A server promises what a read concern says of the command that names it and not of the
 * replies that a cursor fetches afterwards; and no cursor stays open while somebody else's code
 * runs.
 */
final class Replies {
  private final Connection connection;
  private final int mostRows;

  /**
   * The documents of one reply.
   *
   * @param isComplete whether there is certainly no more
   */
  record Reply(List<BsonDocument> documents, boolean isComplete) {}

  /**
   * @param mostRows how many rows one reply may have; it also ends at 16 MB, which the server knows
   */
  Replies(Connection connection, int mostRows) {
    this.connection = connection;
    this.mostRows = mostRows;
  }

  /** Those of the rows with {@code ids} that fit. */
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
