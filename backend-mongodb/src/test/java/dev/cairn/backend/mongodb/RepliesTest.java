package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.ServerAddress;
import com.mongodb.ServerCursor;
import com.mongodb.client.MongoCursor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** Cursors like those of servers, also ones that end at 16 MB, which the stand-in does not have. */
class RepliesTest {
  private static final ServerAddress SERVER = new ServerAddress("db.example", 27017);

  @Test
  void replyThatHasEverythingIsComplete() {
    Replies.Reply reply = Replies.read(new Cursor(3, 0), 10);
    assertEquals(3, reply.documents().size());
    assertTrue(reply.isComplete());
    assertTrue(Replies.read(new Cursor(0, 0), 10).isComplete());
  }

  @Test
  void replyThatEndsAtItsLimitMayHaveLeftSomethingOut() {
    assertFalse(Replies.read(new Cursor(3, 0), 3).isComplete());
  }

  @Test
  void replyThatDidNotFitIsIncompleteAndNoOtherIsFetched() {
    Cursor cursor = new Cursor(3, 5);
    Replies.Reply reply = Replies.read(cursor, 10);
    assertEquals(List.of(document(0), document(1), document(2)), reply.documents());
    assertFalse(reply.isComplete());
    assertEquals(0, cursor.fetched);
  }

  @Test
  void emptyFirstReplyIsNotTakenForTheEnd() {
    Cursor cursor = new Cursor(0, 2);
    Replies.Reply reply = Replies.read(cursor, 10);
    assertEquals(2, reply.documents().size());
    assertTrue(reply.isComplete());
    assertEquals(1, cursor.fetched);
  }

  private static BsonDocument document(int number) {
    return new BsonDocument("_id", new BsonInt32(number));
  }

  /** A cursor with a first reply and a rest, which it fetches as the driver does. */
  private static final class Cursor implements MongoCursor<BsonDocument> {
    private final Deque<BsonDocument> here = new ArrayDeque<>();
    private int rest;
    private int fetched;

    Cursor(int first, int rest) {
      IntStream.range(0, first).mapToObj(RepliesTest::document).forEach(here::add);
      this.rest = rest;
    }

    @Override
    public boolean hasNext() {
      if (here.isEmpty() && rest > 0) {
        fetched++;
        IntStream.range(0, rest).mapToObj(RepliesTest::document).forEach(here::add);
        rest = 0;
      }
      return !here.isEmpty();
    }

    @Override
    public BsonDocument next() {
      return hasNext() ? here.remove() : null;
    }

    @Override
    public int available() {
      return here.size();
    }

    @Override
    public BsonDocument tryNext() {
      return here.poll();
    }

    @Override
    public ServerCursor getServerCursor() {
      return rest == 0 ? null : new ServerCursor(1, SERVER);
    }

    @Override
    public ServerAddress getServerAddress() {
      return SERVER;
    }

    @Override
    public void close() {}
  }
}
