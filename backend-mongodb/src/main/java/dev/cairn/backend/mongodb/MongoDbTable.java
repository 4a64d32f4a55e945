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
 * server finds and changes the document in one step. It returns a count and not the document, so
 * conflicts report nothing: callers that need the row read it.
 *
 * @param <R> the kind of row
 */
final class MongoDbTable<R> {
  private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);

  private final MongoDbConnection connection;
  private final Replies replies;
  private final String name;
  private final Function<BsonDocument, R> decoder;

  MongoDbTable(
      MongoDbConnection connection,
      Replies replies,
      String name,
      Function<BsonDocument, R> decoder) {
    this.connection = connection;
    this.replies = replies;
    this.name = name;
    this.decoder = decoder;
  }

  private MongoCollection<BsonDocument> collection() {
    return connection.strong(name);
  }

  /** The existing rows of {@code ids}, by ID. */
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
            if (e.getCode() == MongoDbFailures.DUPLICATE_KEY) {
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

  /** Writes rows that never change; existing rows stay. */
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

  // Counts are ignored. A duplicate existed before, or comes from another copy in this call or an
  // earlier attempt; the server waits for a majority to have it as for any write.
  static Optional<String> problem(MongoBulkWriteException e) {
    if (e.getWriteConcernError() != null) {
      return Optional.of(e.getWriteConcernError().getMessage());
    }
    return e.getWriteErrors().stream()
        .filter(error -> error.getCode() != MongoDbFailures.DUPLICATE_KEY)
        .map(BulkWriteError::getMessage)
        .findFirst();
  }

  /** Deletes rows that have no token; rows with a token stay. */
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

  /**
   * Visits the rows whose IDs begin with {@code prefix} and pass {@code ids}, if they pass {@code
   * rows}.
   *
   * @param leap the ID after which to continue instead of visiting a row, if any
   */
  Optional<ScanPosition> scan(
      String prefix,
      Function<String, Optional<String>> leap,
      Predicate<String> ids,
      Predicate<R> rows,
      Optional<ScanPosition> after,
      RowVisitor<R> visitor) {
    MongoDbScan scan = new MongoDbScan(replies, collection(), prefix, after);
    while (scan.hasMore()) {
      for (BsonDocument document : scan.next()) {
        String id = idOf(document);
        Optional<String> next = leap.apply(id);
        if (next.isPresent()) {
          scan.goOnAfter(next.get());
          break;
        }
        if (ids.test(id)) {
          R row = decoder.apply(document);
          if (rows.test(row) && !visitor.visit(row)) {
            return Optional.of(scan.at(id));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Cuts a scan of all rows into parts of about equal size. */
  List<ScanPosition> split(int parts) {
    return new SampledSplits(connection, connection.weak(name)).split(parts, estimatedCount());
  }

  private static String idOf(BsonDocument document) {
    return document.getString(Documents.ID).getValue();
  }

  long estimatedCount() {
    return connection.call(() -> connection.weak(name).estimatedDocumentCount());
  }
}
