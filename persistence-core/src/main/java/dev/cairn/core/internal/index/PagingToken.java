package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.InvalidRequestException;
import dev.cairn.api.Scope;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.Utf8;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import java.util.Base64;

/**
 * Position at which a listing continues: after a key of an index, in the state of one head. A
 * listing thus shows one state, however long it takes.
 *
 * <p>Tokens are opaque text for clients. The checksum detects damage, not forgery: a forged token
 * can at most name a position of a listing that the request may make anyway, because scope,
 * reference and index are compared with those of the request.
 *
 * @param scope the scope of the reference
 * @param reference the name of the reference
 * @param index the name of the index
 * @param head the ID of the head
 * @param position the last key that was returned
 */
public record PagingToken(Scope scope, String reference, String index, long head, Bytes position) {
  private static final String WHAT = "paging token";

  /** The token as text for a URL: letters, digits, minus and underscore. */
  public String toText() {
    Sink sink = Frame.begin(position.length() + 64);
    putText(sink, scope.tenantId());
    putText(sink, scope.catalogId());
    putText(sink, reference);
    putText(sink, index);
    sink.putFixed(head, Long.BYTES);
    sink.putVarint(position.length());
    sink.put(position.toByteArray());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Frame.seal(0, sink));
  }

  private static void putText(Sink sink, String text) {
    byte[] bytes = Utf8.encode("a name in a paging token", text);
    sink.putVarint(bytes.length);
    sink.put(bytes);
  }

  /** Reads a token and checks that it continues a listing of this index. */
  public static PagingToken parse(String text, Scope scope, String reference, String index) {
    PagingToken token = parse(text);
    check("scope", token.scope.toString(), scope.toString());
    check("reference", token.reference, reference);
    check("index", token.index, index);
    return token;
  }

  private static void check(String what, String found, String expected) {
    if (!found.equals(expected)) {
      throw new InvalidRequestException(
          "the paging token is for %s '%s', the request for '%s'; begin the listing again"
              .formatted(what, found, expected));
    }
  }

  private static PagingToken parse(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      Source source = new Source(bytes, Frame.HEADER, Frame.check(WHAT, 0, bytes));
      Scope scope = new Scope(source.nextText(), source.nextText());
      PagingToken token =
          new PagingToken(
              scope,
              source.nextText(),
              source.nextText(),
              source.nextFixed(Long.BYTES),
              source.nextBytes(source.nextVarint()));
      if (source.remaining() > 0 || token.position.length() > Key.MAX_ENCODED_BYTES) {
        throw new DamagedDataException("a paging token is too long");
      }
      if (token.head < 0) {
        throw new DamagedDataException("a paging token names an impossible head");
      }
      return token;
    } catch (IllegalArgumentException | DamagedDataException | UnsupportedFormatException e) {
      throw new InvalidRequestException(
          "the paging token is damaged or of another release; begin the listing again", e);
    }
  }

  /** The rest of {@code range}, the range that the listing began with. */
  public IndexRange resume(IndexRange range) {
    if (!range.contains(position)) {
      throw new InvalidRequestException(
          "the paging token is for another range of keys; begin the listing again");
    }
    return range.resumeAfter(position);
  }
}
