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

/** Reads a range of {@code _id}, reply by reply. */
final class MongoDbScan {
  private static final int WHOLE = 1;
  private static final int PART = 2;

  private final Replies replies;
  private final MongoCollection<BsonDocument> source;
  private final String prefix;
  private final Optional<String> end;
  private Optional<String> last;
  private boolean more = true;

  /** The ID after which a scan continues, and the last ID if it is a part of a scan. */
  private record Position(String after, Optional<String> end) {}

  MongoDbScan(
      Replies replies,
      MongoCollection<BsonDocument> source,
      String prefix,
      Optional<ScanPosition> after) {
    this.replies = replies;
    this.source = source;
    this.prefix = prefix;
    Optional<Position> position = after.map(MongoDbScan::read);
    end = position.flatMap(Position::end);
    last = position.map(Position::after);
  }

  /** The position of this scan after it visited {@code id}. */
  ScanPosition at(String id) {
    return position(id, end);
  }

  /**
   * The position of a scan that continues after an ID.
   *
   * @param end the last ID, if it is a part of a scan
   */
  static ScanPosition position(String after, Optional<String> end) {
    Bytes text = Bytes.ofUtf8(after);
    ByteWriter out = new ByteWriter(64).putByte(end.isPresent() ? PART : WHOLE);
    end.ifPresent(out::putText);
    return new ScanPosition(out.putBytes(text).toBytes());
  }

  private static Position read(ScanPosition position) {
    ByteReader in = new ByteReader("the position of a scan", position.bytes());
    int format = in.getByte();
    if (format != WHOLE && format != PART) {
      throw in.damaged("format %s is not known to this release".formatted(format));
    }
    Optional<String> end = format == PART ? Optional.of(in.getText()) : Optional.empty();
    return new Position(in.getText(in.remaining()), end);
  }

  boolean hasMore() {
    return more;
  }

  /** Skips the rows between the last visited one and {@code id}. */
  void goOnAfter(String id) {
    last = Optional.of(id);
    more = true;
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
    // A string as lower bound excludes documents with another type of ID, which are no rows.
    BsonDocument bounds = new BsonDocument("$gte", new BsonString(prefix));
    if (!prefix.isEmpty()) {
      bounds.append("$lt", new BsonString(RowIds.end(prefix)));
    }
    end.ifPresent(id -> bounds.append("$lte", new BsonString(id)));
    last.ifPresent(id -> bounds.append("$gt", new BsonString(id)));
    return new BsonDocument(Documents.ID, bounds);
  }
}
