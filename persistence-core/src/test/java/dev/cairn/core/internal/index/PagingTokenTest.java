package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.InvalidRequestException;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PagingTokenTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final PagingToken TOKEN =
      new PagingToken(SCOPE, "main", "tables", 0x0123_4567_89ab_cdefL, Key.of("sales", "orders"));

  private static PagingToken parse(String text) {
    return PagingToken.parse(text, SCOPE, "main", "tables");
  }

  @Test
  void comesBackFromTextAsItWas() {
    assertEquals(TOKEN, parse(TOKEN.toText()));
    assertTrue(TOKEN.toText().matches("[A-Za-z0-9_-]+"), TOKEN.toText());
  }

  @Test
  void ofAnotherScopeReferenceOrIndexIsRefusedByName() {
    String text = TOKEN.toText();
    assertRefused("scope", () -> PagingToken.parse(text, Scope.SYSTEM, "main", "tables"));
    assertRefused("reference", () -> PagingToken.parse(text, SCOPE, "other", "tables"));
    assertRefused("index", () -> PagingToken.parse(text, SCOPE, "main", "views"));
  }

  private static void assertRefused(String what, Runnable parse) {
    InvalidRequestException refused = assertThrows(InvalidRequestException.class, parse::run);
    assertTrue(refused.getMessage().contains(what), refused.getMessage());
  }

  @Test
  void damagedInAnyBitOrCutAnywhereIsRefused() {
    byte[] bytes = Base64.getUrlDecoder().decode(TOKEN.toText());
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(InvalidRequestException.class, () -> parse(encode(damaged)));
    }
    for (int length = 0; length < TOKEN.toText().length() - 1; length++) {
      String cut = TOKEN.toText().substring(0, length);
      assertThrows(InvalidRequestException.class, () -> parse(cut));
    }
    assertThrows(InvalidRequestException.class, () -> parse("what is this?"));
  }

  @Test
  void forgedWithARightChecksumIsReadOrRefusedAndNothingElse() {
    Random random = new Random(TestSettings.seed(PagingTokenTest.class));
    byte[] bytes = Base64.getUrlDecoder().decode(TOKEN.toText());
    for (int i = 0; i < 20_000; i++) {
      String forged = encode(Forgery.of(bytes, 0, random));
      try {
        assertEquals(SCOPE, parse(forged).scope());
      } catch (InvalidRequestException expected) {
        assertFalse(expected.getMessage().isEmpty());
      }
    }
  }

  @Test
  void ofALaterFormatIsRefused() {
    byte[] bytes = Base64.getUrlDecoder().decode(TOKEN.toText());
    bytes[0] = 2;
    String later = encode(Forgery.reseal(bytes, 0));
    assertThrows(InvalidRequestException.class, () -> parse(later));
  }

  @Test
  void continuesAListingInBothDirectionsWithoutGapsOrRepetition() {
    MemoryPages memory = new MemoryPages();
    Index<Bytes> index = Index.empty(memory.pages, ValueSerializer.bytes());
    TreeMap<Bytes, IndexChange<Bytes>> changes = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      Bytes key = Key.of("n" + i % 3, "t" + i);
      changes.put(key, IndexChange.put(key, Bytes.empty()));
    }
    index = index.apply(changes.values());
    IndexRange range = IndexRange.prefix(Key.of("n1"));
    List<Bytes> expected = new ArrayList<>(changes.keySet());
    expected.removeIf(key -> !key.startsWith(Key.of("n1")));
    assertEquals(expected, listByPages(index, range, 7));
    Collections.reverse(expected);
    assertEquals(expected, listByPages(index, range.descending(), 7));
  }

  private static List<Bytes> listByPages(Index<Bytes> index, IndexRange range, int size) {
    List<Bytes> listed = new ArrayList<>();
    IndexRange left = range;
    while (true) {
      IndexCursor<Bytes> cursor = index.list(left);
      int count = 0;
      while (count < size && cursor.next()) {
        listed.add(cursor.key());
        count++;
      }
      if (count < size) {
        return listed;
      }
      Bytes last = listed.get(listed.size() - 1);
      String text = new PagingToken(SCOPE, "main", "tables", 1, last).toText();
      left = parse(text).resume(range);
    }
  }

  @Test
  void ofAHeadThatCannotBeIsRefused() {
    String forged = new PagingToken(SCOPE, "main", "tables", -1, Bytes.empty()).toText();
    assertThrows(InvalidRequestException.class, () -> parse(forged));
  }

  @Test
  void goesOnInEitherDirectionFromAKeyThatIsNoLongerThere() {
    Index<Bytes> index = Index.empty(new MemoryPages().pages, ValueSerializer.bytes());
    index = index.put(Key.of("a"), Bytes.empty()).put(Key.of("c"), Bytes.empty());
    PagingToken token = new PagingToken(SCOPE, "main", "tables", 1, Key.of("b"));
    IndexRange all = IndexRange.all();
    IndexCursor<Bytes> up = index.list(token.resume(all));
    IndexCursor<Bytes> down = index.list(token.resume(all.descending()));
    assertTrue(up.next() && down.next());
    assertEquals(List.of(Key.of("c"), Key.of("a")), List.of(up.key(), down.key()));
    assertFalse(up.next() || down.next());
  }

  @Test
  void ofAnotherRangeIsRefused() {
    IndexRange other = IndexRange.prefix(Key.of("marketing"));
    assertThrows(InvalidRequestException.class, () -> TOKEN.resume(other));
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
