package dev.cairn.backend.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.result.DeleteResult;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Rows of one kind as the documents of one collection.
 *
 * <p>A conditional write is one request for one document, filtered by {@code _id} and token; the
 * server finds and changes the document in one step. It answers a count and not the document that
 * is there, so conflicts report nothing: whoever needs the row reads it.
 *
 * @param <R> the kind of row
 */
final class Table<R> {
  private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);

  private final Connection connection;
  private final Replies replies;
  private final String name;
  private final Function<BsonDocument, R> decoder;

  Table(Connection connection, Replies replies, String name, Function<BsonDocument, R> decoder) {
    this.connection = connection;
    this.replies = replies;
    this.name = name;
    this.decoder = decoder;
  }

  private MongoCollection<BsonDocument> collection() {
    return connection.strong(name);
  }

  /** The rows of {@code ids} that are there, by ID. */
  Map<String, R> read(Collection<String> ids, ReadMode mode) {
    MongoCollection<BsonDocument> source =
        mode == ReadMode.STRONG ? collection() : connection.weak(name);
    Map<String, R> rows = new HashMap<>();
    Set<String> open = new LinkedHashSet<>(ids);
    while (!open.isEmpty()) {
      Replies.Reply reply = replies.ofIds(source, open);
      for (BsonDocument document : reply.documents()) {
        String id = idOf(document);
        open.remove(id);
        rows.put(id, decoder.apply(document));
      }
      if (reply.isComplete()) {
        return rows;
      }
    }
    return rows;
  }

  CasResult<R> insert(BsonDocument row) {
    return connection.conditionally(
        () -> {
          try {
            collection().insertOne(row);
            return CasResult.applied();
          } catch (MongoWriteException e) {
            if (e.getCode() == Failures.DUPLICATE_KEY) {
              return CasResult.conflict();
            }
            throw e;
          }
        });
  }

  CasResult<R> swap(Token expected, BsonDocument next) {
    return connection.conditionally(
        () -> outcome(collection().replaceOne(has(idOf(next), expected), next).getMatchedCount()));
  }

  CasResult<R> remove(String id, Token expected) {
    return connection.conditionally(
        () -> outcome(collection().deleteOne(has(id, expected)).getDeletedCount()));
  }

  private static BsonDocument has(String id, Token token) {
    return new BsonDocument(Documents.ID, new BsonString(id))
        .append(Documents.TOKEN, Fields.binary(token.toBytes()));
  }

  private static <R> CasResult<R> outcome(long documents) {
    return documents == 0 ? CasResult.conflict() : CasResult.applied();
  }

  /** Writes rows that never change; those that are there already stay. */
  void insertAll(List<BsonDocument> rows) {
    List<InsertOneModel<BsonDocument>> inserts = rows.stream().map(InsertOneModel::new).toList();
    connection.checkOpen();
    try {
      collection().bulkWrite(inserts, UNORDERED);
    } catch (MongoBulkWriteException e) {
      problem(e)
          .ifPresent(
              problem -> {
                throw connection.failures().incomplete(problem, e);
              });
    } catch (RuntimeException e) {
      throw connection.failures().unavailable(e);
    }
  }

  // Counts are not looked at. A duplicate was there before, or came from this call's other copy or
  // an attempt before it; the server waits for a majority to have it as for any write.
  static Optional<String> problem(MongoBulkWriteException e) {
    if (e.getWriteConcernError() != null) {
      return Optional.of(e.getWriteConcernError().getMessage());
    }
    return e.getWriteErrors().stream()
        .filter(error -> error.getCode() != Failures.DUPLICATE_KEY)
        .map(BulkWriteError::getMessage)
        .findFirst();
  }

  /** Deletes rows that have no token; others stay. */
  void deleteAll(Collection<String> ids) {
    DeleteResult unused =
        connection.call(
            () ->
                collection()
                    .deleteMany(
                        Filters.and(
                            Filters.in(Documents.ID, ids),
                            Filters.exists(Documents.TOKEN, false))));
  }

  /** Visits the rows whose IDs begin with {@code prefix} and pass {@code filter}. */
  Optional<ScanPosition> scan(
      String prefix,
      Predicate<String> filter,
      Optional<ScanPosition> after,
      RowVisitor<R> visitor) {
    Scan scan = new Scan(replies, collection(), prefix, after);
    while (scan.hasMore()) {
      for (BsonDocument document : scan.next()) {
        String id = idOf(document);
        if (filter.test(id) && !visitor.visit(decoder.apply(document))) {
          return Optional.of(scan.at(id));
        }
      }
    }
    return Optional.empty();
  }

  /** Cuts a scan of all into parts of about as many rows each. */
  List<ScanPosition> split(int parts) {
    return new Cuts(connection, connection.weak(name)).split(parts, estimatedCount());
  }

  private static String idOf(BsonDocument document) {
    return document.getString(Documents.ID).getValue();
  }

  long estimatedCount() {
    return connection.call(() -> connection.weak(name).estimatedDocumentCount());
  }
}
