package dev.cairn.backend.mongodb;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * Finds IDs that cut a collection into ranges of about equal size: those of a sample, in order. The
 * server draws a small sample without reading the other rows.
 */
final class SampledSplits {
  private static final int SAMPLED_PER_PART = 32;
  // For a sample of more than a twentieth of the rows, the server would sort all of them.
  private static final int FEW = 40;

  private final MongoDbConnection connection;
  private final MongoCollection<BsonDocument> source;

  SampledSplits(MongoDbConnection connection, MongoCollection<BsonDocument> source) {
    this.connection = connection;
    this.source = source;
  }

  /** The positions at which the parts of a scan of all rows begin. */
  List<ScanPosition> split(int parts, long rows) {
    List<String> ids = ids(parts * SAMPLED_PER_PART, rows);
    List<ScanPosition> positions = new ArrayList<>();
    String after = "";
    for (int part = 1; part < parts; part++) {
      // The same ID may have been drawn twice, but the sample is in order.
      int index = (int) ((long) ids.size() * part / parts) - 1;
      if (index >= 0 && !ids.get(index).equals(after)) {
        positions.add(MongoDbScan.position(after, Optional.of(ids.get(index))));
        after = ids.get(index);
      }
    }
    if (!positions.isEmpty()) {
      positions.add(MongoDbScan.position(after, Optional.empty()));
    }
    return positions;
  }

  private List<String> ids(int sampled, long rows) {
    List<Bson> stages = new ArrayList<>();
    if (rows > (long) sampled * FEW) {
      stages.add(Aggregates.sample(sampled));
    }
    stages.add(Aggregates.project(Projections.include(Documents.ID)));
    stages.add(Aggregates.sort(Sorts.ascending(Documents.ID)));
    stages.add(Aggregates.limit(2 * sampled * FEW)); // there may be more than was estimated
    long millis = connection.settings().requestTimeout().toMillis();
    return connection.call(
        () -> {
          List<String> ids = new ArrayList<>();
          try (MongoCursor<BsonDocument> cursor =
              source.aggregate(stages).maxTime(millis, TimeUnit.MILLISECONDS).cursor()) {
            while (cursor.hasNext()) {
              BsonDocument found = cursor.next();
              if (found.isString(Documents.ID)) {
                ids.add(found.getString(Documents.ID).getValue());
              }
            }
          }
          return ids;
        });
  }
}
