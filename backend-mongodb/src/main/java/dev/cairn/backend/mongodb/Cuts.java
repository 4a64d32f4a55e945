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
 * Finds IDs that cut a collection into ranges of about as many rows each: those of a sample, in
 * their order. The server draws a sample of few of many rows without reading the others.
 */
final class Cuts {
  private static final int SAMPLED_PER_PART = 32;
  // A sample of more than a twentieth of the rows would be sorted out of all of them.
  private static final int FEW = 40;

  private final Connection connection;
  private final MongoCollection<BsonDocument> source;

  Cuts(Connection connection, MongoCollection<BsonDocument> source) {
    this.connection = connection;
    this.source = source;
  }

  /** Where parts of a scan of all begin. */
  List<ScanPosition> split(int parts, long rows) {
    List<String> ids = ids(parts * SAMPLED_PER_PART, rows);
    List<ScanPosition> positions = new ArrayList<>();
    String after = "";
    for (int part = 1; part < parts; part++) {
      // The same ID may have been drawn twice, but IDs that are drawn are in their order.
      int index = (int) ((long) ids.size() * part / parts) - 1;
      if (index >= 0 && !ids.get(index).equals(after)) {
        positions.add(Scan.position(after, Optional.of(ids.get(index))));
        after = ids.get(index);
      }
    }
    if (!positions.isEmpty()) {
      positions.add(Scan.position(after, Optional.empty()));
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
