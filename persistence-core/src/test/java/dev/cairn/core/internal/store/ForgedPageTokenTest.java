package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.TestSeed;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.store.Bench.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tokens with a right checksum that no store has returned. They may name any position, but give
 * nothing outside the range of the request, and no other exception than those of a token.
 */
class ForgedPageTokenTest {
  private static final byte[] BYTES = {0, 1, 2, 'a', 'b', 'n', (byte) 0xff};

  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private final Random random = new Random(TestSeed.of("ForgedPageTokenTest"));

  private void fill() {
    mine.commit(
        workspace -> {
          ObjectRef ref = workspace.put(Table.named("t"));
          for (String namespace : List.of("a", "b", "n")) {
            workspace.index("tables").put(Key.of(namespace), ref);
            for (int i = 0; i < 5; i++) {
              workspace.index("tables").put(Key.of(namespace, "t" + i), ref);
              workspace.index("tables").put(Key.of(namespace, "t" + i, "x"), ref);
            }
          }
          return 0;
        });
  }

  private Bytes anyPosition() {
    byte[] position = new byte[random.nextInt(7)];
    for (int i = 0; i < position.length; i++) {
      position[i] = BYTES[random.nextInt(BYTES.length)];
    }
    return Bytes.wrap(position);
  }

  private HeadId head() {
    return mine.store.current(MAIN).head().orElseThrow();
  }

  private PageToken token(IndexRange range, int level, HeadId head, Bytes position) {
    long life = bench.row().createdAtMicros();
    return PageToken.of(TestStores.SCOPE, MAIN, life, head, "tables", range, level).at(position);
  }

  @Test
  void anyPositionGivesWhatIsAfterItInTheRange() {
    fill();
    HeadId head = head();
    for (int i = 0; i < 3_000; i++) {
      IndexRange ascending = IndexRange.prefix(Key.of("b"));
      IndexRange range = random.nextBoolean() ? ascending : ascending.descending();
      int level = random.nextInt(4);
      Bytes position = anyPosition();
      PageRequest page = PageRequest.after(token(range, level, head, position).toText(), 4);
      List<Bytes> keys = new ArrayList<>();
      if (level == 0) {
        Listing<IndexEntry<ObjectRef>> found = mine.store.page(MAIN, "tables", range, page);
        found.items().forEach(entry -> keys.add(entry.key()));
      } else {
        Listing<IndexEntry<Optional<ObjectRef>>> found =
            mine.store.pageOfLevel(
                MAIN, "tables", ValueSerializer.references(), range, level, page);
        found.items().forEach(entry -> keys.add(entry.key()));
      }
      for (Bytes key : keys) {
        assertTrue(key.startsWith(Key.of("b")), "%s after %s".formatted(key, position));
        boolean isAfter = (key.compareTo(position) > 0) != range.isDescending();
        assertTrue(isAfter || level > 0, "%s after %s".formatted(key, position));
      }
    }
  }

  @Test
  void anyHeadThatTheReferenceDoesNotHaveIsRefused() {
    fill();
    HeadId first = head();
    fill();
    HeadId last = head();
    ObjectRef table = mine.store.current(MAIN).index("tables").get(Key.of("a")).orElseThrow();
    List<HeadId> heads =
        List.of(
            new HeadId(first.version(), last.id()),
            new HeadId(last.version(), first.id()),
            new HeadId(last.version() + 1, last.id()),
            new HeadId(Long.MAX_VALUE, last.id()),
            new HeadId(1, last.id()),
            new HeadId(last.version(), table.id()),
            new HeadId(last.version(), Long.MAX_VALUE));
    for (HeadId head : heads) {
      String token = token(IndexRange.all(), 0, head, Key.of("a")).toText();
      RuntimeException refused =
          assertThrows(
              RuntimeException.class,
              () -> mine.store.page(MAIN, "tables", IndexRange.all(), PageRequest.after(token, 3)),
              head::toString);
      assertTrue(
          refused instanceof PageTokenExpiredException
              || refused instanceof InvalidPageTokenException,
          () -> head + ": " + refused);
    }
    String token = token(IndexRange.all(), 0, first, Key.of("a")).toText();
    assertEquals(
        3,
        mine.store
            .page(MAIN, "tables", IndexRange.all(), PageRequest.after(token, 3))
            .items()
            .size());
  }
}
