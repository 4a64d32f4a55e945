package dev.cairn.core.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.TestSeed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class PageTokenTest {
  private static final Scope SCOPE = new Scope("tenant-1", "catalog-ü");
  private static final HeadId HEAD = new HeadId(42, 0x0011_2233_4455_6677L);
  private static final IndexRange RANGE = IndexRange.prefix(Key.of("ns1")).descending();
  private static final PageToken LISTING = listing(SCOPE, "main", HEAD, "tables", RANGE, 2);
  private static final Bytes POSITION = Key.of("ns1", "n");
  private static final PageToken TOKEN = LISTING.at(POSITION);

  private static PageToken listing(
      Scope scope, String reference, HeadId head, String index, IndexRange range, int level) {
    return PageToken.of(scope, reference, 1_234_567_890_123_456L, head, index, range, level);
  }

  private static String golden(String file) throws IOException {
    try (InputStream stream = PageTokenTest.class.getResourceAsStream("/golden/" + file)) {
      assertNotNull(stream, file);
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theTokenIsStillWrittenAndReadAsTheFirstReleaseDid() throws IOException {
    assertEquals(golden("page-token-2.txt").strip(), TOKEN.toText());
    assertEquals(TOKEN, PageToken.parse(golden("page-token-2.txt").strip()));
    assertTrue(TOKEN.toText().matches("[A-Za-z0-9_-]+"), TOKEN.toText());
  }

  // It named no version, and no API returned it.
  @Test
  void aTokenOfTheFormatBeforeTheFirstReleaseIsRefused() throws IOException {
    String file = golden("index/format-1.txt");
    String token = file.substring(file.indexOf("\ntoken ") + 7).strip();
    assertThrows(InvalidPageTokenException.class, () -> PageToken.parse(token));
  }

  @Test
  void ofAnotherListingIsRefusedByName() {
    assertEquals(POSITION, LISTING.position(TOKEN.toText()));
    Scope other = new Scope("tenant-1", "other");
    assertRefused("scope", listing(other, "main", HEAD, "tables", RANGE, 2));
    assertRefused("reference", listing(SCOPE, "other", HEAD, "tables", RANGE, 2));
    assertRefused("index", listing(SCOPE, "main", HEAD, "views", RANGE, 2));
    assertRefused("level", listing(SCOPE, "main", HEAD, "tables", RANGE, 1));
    assertRefused("level", listing(SCOPE, "main", HEAD, "tables", RANGE, 0));
    IndexRange ascending = IndexRange.prefix(Key.of("ns1"));
    assertRefused("direction", listing(SCOPE, "main", HEAD, "tables", ascending, 2));
    for (IndexRange range :
        List.of(
            IndexRange.all(),
            IndexRange.prefix(Key.of("ns2")),
            IndexRange.all().from(Key.of("ns1")),
            IndexRange.all().before(Key.of("ns2")),
            RANGE.before(Key.of("ns1", "z")),
            RANGE.after(Key.of("ns1")))) {
      assertRefused("range", listing(SCOPE, "main", HEAD, "tables", range.descending(), 2));
    }
    HeadId later = new HeadId(43, HEAD.id() + 1);
    assertRefused("state", listing(SCOPE, "main", later, "tables", RANGE, 2));
    HeadId ofTheSameObject = new HeadId(43, HEAD.id());
    assertRefused("state", listing(SCOPE, "main", ofTheSameObject, "tables", RANGE, 2));
  }

  private static void assertRefused(String what, PageToken listing) {
    InvalidPageTokenException refused =
        assertThrows(
            InvalidPageTokenException.class,
            () -> listing.position(TOKEN.toText()),
            listing::toString);
    assertTrue(refused.getMessage().contains(what), refused.getMessage());
  }

  @Test
  void changedInAnyBitOrCutAnywhereIsRefused() {
    byte[] bytes = Base64.getUrlDecoder().decode(TOKEN.toText());
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertRefused(text(damaged));
    }
    String text = TOKEN.toText();
    for (int length = 0; length < text.length(); length++) {
      assertRefused(text.substring(0, length));
    }
    for (String wrong :
        List.of("what is this?", text + "=", text + "A", text + "\n", " " + text, text + text)) {
      assertRefused(wrong);
    }
    assertRefused("A".repeat(1 << 20));
  }

  // The last character of a token may have bits that stand for no byte.
  @Test
  void anyOtherCharacterAnywhereIsRefused() {
    for (int keyLength = 0; keyLength < 3; keyLength++) {
      String text = LISTING.at(Bytes.ofUtf8("abc".substring(0, keyLength))).toText();
      for (int i = 0; i < text.length(); i++) {
        for (char other : "ABCDwxyz0189-_+/= é".toCharArray()) {
          if (other != text.charAt(i)) {
            assertRefused(text.substring(0, i) + other + text.substring(i + 1));
          }
        }
      }
    }
  }

  private static void assertRefused(String text) {
    assertThrows(InvalidPageTokenException.class, () -> PageToken.parse(text), text);
  }

  @Test
  void forgedWithARightChecksumIsReadOrRefusedAndNothingElse() {
    Random random = new Random(TestSeed.of("PageTokenTest"));
    byte[] bytes = Base64.getUrlDecoder().decode(TOKEN.toText());
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] forged = bytes.clone();
      for (int k = 0; k <= random.nextInt(3); k++) {
        forged[random.nextInt(forged.length - 4)] = (byte) random.nextInt(256);
      }
      try {
        PageToken token = PageToken.parse(text(sealed(forged)));
        assertFalse(token.toText().isEmpty());
        read++;
      } catch (InvalidPageTokenException expected) {
        assertFalse(expected.getMessage().isEmpty());
      }
    }
    assertTrue(read > 0, "some forgeries are readable");
  }

  @Test
  void ofALaterFormatIsRefused() {
    byte[] bytes = Base64.getUrlDecoder().decode(TOKEN.toText());
    bytes[0] = 3;
    assertRefused(text(sealed(bytes)));
  }

  @Test
  void theLongestKeyIsAPosition() {
    PageToken longest = LISTING.at(Bytes.wrap(new byte[Key.MAX_ENCODED_BYTES]));
    assertEquals(longest, PageToken.parse(longest.toText()));
  }

  private static byte[] sealed(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    return bytes;
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
