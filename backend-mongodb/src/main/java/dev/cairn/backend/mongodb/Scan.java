package dev.cairn.backend.mongodb;

import com.mongodb.client.MongoCollection;
import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.spi.ScanPosition;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Goes through a range of {@code _id}, reply by reply. */
final class Scan {
  private static final int FORMAT = 1;

  private final Replies replies;
  private final MongoCollection<BsonDocument> source;
  private final String prefix;
  private Optional<String> last;
  private boolean more = true;

  Scan(
      Replies replies,
      MongoCollection<BsonDocument> source,
      String prefix,
      Optional<ScanPosition> after) {
    this.replies = replies;
    this.source = source;
    this.prefix = prefix;
    last = after.map(Scan::idOf);
  }

  /** Where a scan stopped that visited {@code id} last. */
  static ScanPosition position(String id) {
    Bytes text = Bytes.ofUtf8(id);
    return new ScanPosition(
        new ByteWriter(1 + text.length()).putByte(FORMAT).putBytes(text).toBytes());
  }

  private static String idOf(ScanPosition position) {
    ByteReader in = new ByteReader("the position of a scan", position.bytes());
    int format = in.getByte();
    if (format != FORMAT) {
      throw in.damaged("format %d is not known to this release".formatted(format));
    }
    return in.getText(in.remaining());
  }

  boolean hasMore() {
    return more;
  }

  List<BsonDocument> next() {
    Replies.Reply reply = replies.inOrder(source, rest());
    more = !reply.isComplete();
    if (!reply.documents().isEmpty()) {
      BsonDocument lastRow = reply.documents().get(reply.documents().size() - 1);
      last = Optional.of(lastRow.getString(Documents.ID).getValue());
    }
    return reply.documents();
  }

  private BsonDocument rest() {
    // A lower bound that is a string leaves out what has another kind of ID and so is no row.
    BsonDocument bounds = new BsonDocument("$gte", new BsonString(prefix));
    if (!prefix.isEmpty()) {
      bounds.append("$lt", new BsonString(RowIds.end(prefix)));
    }
    last.ifPresent(id -> bounds.append("$gt", new BsonString(id)));
    return new BsonDocument(Documents.ID, bounds);
  }
}
