package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.store.HeadId;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * Position at which a listing continues, in the state of one head.
 *
 * <p>The checksum detects damage, not forgery. A forged token can at most name a position of a
 * listing that the request may make anyway: scope, reference, index and range are those of the
 * request, and the head has to be in the line of that reference.
 *
 * @param life when the reference was created, in microseconds
 * @param level the level that is listed; 0 for all keys
 * @param bounds a checksum of the bounds of the range, which would make tokens long
 * @param position the last key that was returned
 */
record PageToken(
    Scope scope,
    String reference,
    long life,
    HeadId head,
    String index,
    int level,
    boolean descending,
    int bounds,
    Bytes position) {
  // Format 1 named no version. No release has returned one.
  private static final int FORMAT = 2;

  private static final int CHECKSUM = Integer.BYTES;

  // Its names are within their limits, with room for longer ones of later releases.
  private static final int MAX_TEXT = 4 * (Key.MAX_ENCODED_BYTES + 2048) / 3;

  /** The token of a listing that has not returned a key yet. */
  static PageToken of(
      Scope scope,
      String reference,
      long life,
      HeadId head,
      String index,
      IndexRange range,
      int level) {
    return new PageToken(
        scope,
        reference,
        life,
        head,
        index,
        level,
        range.isDescending(),
        checksumOf(range),
        Bytes.empty());
  }

  /** The token of the same listing after {@code key}. */
  PageToken at(Bytes key) {
    return new PageToken(scope, reference, life, head, index, level, descending, bounds, key);
  }

  private static int checksumOf(IndexRange range) {
    Bytes upper = range.upper();
    ByteWriter out = new ByteWriter(64).putSized(range.lower()).putByte(upper == null ? 0 : 1);
    return checksum(upper == null ? out : out.putSized(upper));
  }

  private static int checksum(ByteWriter out) {
    CRC32C crc = new CRC32C();
    out.addTo(crc, 0);
    return (int) crc.getValue();
  }

  /** The token as text for a URL: letters, digits, minus and underscore. */
  String toText() {
    ByteWriter out =
        new ByteWriter(position.length() + 128)
            .putByte(FORMAT)
            .putText(scope.tenantId())
            .putText(scope.catalogId())
            .putText(reference)
            .putText(index)
            .putVarint(life)
            .putVarint(head.version())
            .putLong(head.id())
            .putVarint(level)
            .putByte(descending ? 1 : 0)
            .putInt(bounds)
            .putSized(position);
    out.putInt(checksum(out));
    return text(out.toBytes());
  }

  private static String text(Bytes bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }

  /**
   * Reads a token.
   *
   * @throws InvalidPageTokenException if it is truncated, modified or of another release
   */
  static PageToken parse(String text) {
    try {
      return read(text);
    } catch (IllegalArgumentException | DamagedDataException e) {
      throw new InvalidPageTokenException(
          "the page token is truncated, modified or of another release; begin the listing again",
          e);
    }
  }

  private static PageToken read(String text) {
    if (text.length() > MAX_TEXT) {
      throw new IllegalArgumentException("it has %d characters".formatted(text.length()));
    }
    Bytes bytes = Bytes.wrap(Base64.getUrlDecoder().decode(text));
    if (!text(bytes).equals(text)) {
      // Padding, or other last bits that stand for no byte: modified, and yet the same bytes.
      throw new IllegalArgumentException("it is not in the form in which it was returned");
    }
    if (bytes.length() <= CHECKSUM) {
      throw new IllegalArgumentException("it is too short");
    }
    int end = bytes.length() - CHECKSUM;
    CRC32C crc = new CRC32C();
    bytes.slice(0, end).addTo(crc);
    if (new ByteReader("a page token", bytes.slice(end)).getInt() != (int) crc.getValue()) {
      throw new IllegalArgumentException("its checksum is wrong");
    }
    return read(new ByteReader("a page token", bytes.slice(0, end)));
  }

  private static PageToken read(ByteReader in) {
    if (in.getByte() != FORMAT) {
      throw in.damaged("its format is unknown");
    }
    Scope scope = new Scope(in.getText(), in.getText());
    String reference = in.getText();
    String index = in.getText();
    long life = in.getVarint();
    HeadId head = new HeadId(in.getVarint(), in.getLong());
    long level = in.getVarint();
    int direction = in.getByte();
    int bounds = in.getInt();
    Bytes position = in.getSized();
    in.expectEnd();
    if (life < 0 || level < 0 || level > Integer.MAX_VALUE || direction > 1) {
      throw in.damaged("a number is out of range");
    }
    return new PageToken(
        scope, reference, life, head, index, (int) level, direction == 1, bounds, position);
  }

  /**
   * The position from which {@code text} continues this listing.
   *
   * @throws InvalidPageTokenException if it is no token, or of another listing
   */
  Bytes position(String text) {
    PageToken token = parse(text);
    token.checkReference(scope, reference);
    check("index", token.index, index);
    check("direction", direction(token.descending), direction(descending));
    check("level", token.level, level);
    if (token.bounds != bounds) {
      throw new InvalidPageTokenException(
          "the page token is for another range of keys; begin the listing again");
    }
    if (!token.head.equals(head) || token.life != life) {
      throw new InvalidPageTokenException(
          "the page token is for the state %s, this is the state %s; read the state of the token, or begin the listing again"
              .formatted(token.head, head));
    }
    return token.position;
  }

  private static String direction(boolean isDescending) {
    return isDescending ? "descending" : "ascending";
  }

  /**
   * Checks that the token is for {@code expected} of {@code owner}.
   *
   * @throws InvalidPageTokenException if it is not
   */
  void checkReference(Scope owner, String expected) {
    check("scope", scope, owner);
    check("reference", reference, expected);
  }

  private static void check(String what, Object found, Object expected) {
    if (!found.equals(expected)) {
      throw new InvalidPageTokenException(
          "the page token is for the %s '%s', the request for '%s'; begin the listing again"
              .formatted(what, found, expected));
    }
  }
}
