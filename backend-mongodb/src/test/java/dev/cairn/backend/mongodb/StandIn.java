package dev.cairn.backend.mongodb;

import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The stand-in for MongoDB, with replies that are copies.
 *
 * <p>The library changes documents in place, and its replies hold the stored documents until they
 * are written to the connection, so a reader got the fields of several writes as one document. Here
 * one request runs at a time and its reply is copied before the next one begins.
 *
 * <p>The library also draws a sample by sorting with a comparator that answers at random, which the
 * sort of the JDK refuses now and then. Here the sample is drawn first, and the request asks for
 * it.
 */
final class StandIn extends MemoryBackend {
  private final Object lock = new Object();

  // Also called for requests of current drivers: handleMessage passes them on to this method.
  @Override
  public Document handleCommand(
      Channel channel, String database, String command, Document request) {
    synchronized (lock) {
      if (command.equals("aggregate")) {
        drawSample(database, request);
      }
      return super.handleCommand(channel, database, command, request).cloneDeeply();
    }
  }

  /** Replaces a {@code $sample} that begins the pipeline by a match of IDs drawn at random. */
  private void drawSample(String database, Document request) {
    @SuppressWarnings("unchecked")
    List<Document> stages = (List<Document>) request.get("pipeline");
    if (stages.isEmpty() || !stages.get(0).containsKey("$sample")) {
      return;
    }
    int size = ((Number) ((Document) stages.get(0).get("$sample")).get("size")).intValue();
    String collection = (String) request.get("aggregate");
    List<Object> ids = new ArrayList<>();
    for (Document document :
        resolveDatabase(database).resolveCollection(collection, false).queryAll()) {
      ids.add(document.get("_id"));
    }
    Collections.shuffle(ids);
    Document drawn = new Document("$in", ids.subList(0, Math.min(size, ids.size())));
    List<Document> replaced = new ArrayList<>(stages);
    replaced.set(0, new Document("$match", new Document("_id", drawn)));
    request.put("pipeline", replaced);
  }

  @Override
  public QueryResult handleQuery(MongoQuery query) {
    synchronized (lock) {
      QueryResult found = super.handleQuery(query);
      List<Document> copies = found.collectDocuments().stream().map(Document::cloneDeeply).toList();
      return new QueryResult(copies, found.getCursorId());
    }
  }
}
