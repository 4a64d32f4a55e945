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
  private static final int WHOLE = 1;
  private static final int PART = 2;

  private final Replies replies;
  private final MongoCollection<BsonDocument> source;
  private final String prefix;
  private final Optional<String> end;
  private Optional<String> last;
  private boolean more = true;

  /** After which ID a scan goes on, and with which it ends if it is a part of one. */
  private record Position(String after, Optional<String> end) {}

  Scan(
      Replies replies,
      MongoCollection<BsonDocument> source,
      String prefix,
      Optional<ScanPosition> after) {
    this.replies = replies;
    this.source = source;
    this.prefix = prefix;
    Optional<Position> position = after.map(Scan::read);
    end = position.flatMap(Position::end);
    last = position.map(Position::after);
  }

  /** Where this scan stopped if it visited {@code id} last. */
  ScanPosition at(String id) {
    return position(id, end);
  }

  /**
   * The position of a scan that goes on after an ID.
   *
   * @param end the last ID of the part of a scan, if it is one
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
      throw in.damaged("format %d is not known to this release".formatted(format));
    }
    Optional<String> end = format == PART ? Optional.of(in.getText()) : Optional.empty();
    return new Position(in.getText(in.remaining()), end);
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
    end.ifPresent(id -> bounds.append("$lte", new BsonString(id)));
    last.ifPresent(id -> bounds.append("$gt", new BsonString(id)));
    return new BsonDocument(Documents.ID, bounds);
  }
}
