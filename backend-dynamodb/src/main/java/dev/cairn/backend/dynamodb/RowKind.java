package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Maps rows of one kind to items and back.
 *
 * <p>Attribute names have one letter, because DynamoDB charges for them in every item.
 *
 * @param <R> the kind of row
 */
final class RowKind<R> {
  /** The row's key, and the partition key of its table. */
  static final String KEY = "k";

  /** The row without its key, in the form of {@link RowFormat}. */
  static final String VALUE = "v";

  /** The token, if the row has one; conditions compare it. */
  static final String TOKEN = "t";

  /** When DynamoDB may remove the row, in seconds since 1970. */
  static final String EXPIRY = "x";

  static final RowKind<ReferenceRow> REFERENCE =
      new RowKind<>(
          row -> RowKeys.encode(row.key()),
          RowFormat::encode,
          row -> Optional.of(row.token()),
          row -> OptionalLong.empty(),
          (key, value) -> RowFormat.decode(RowKeys.decodeReferenceKey(key), value));

  static final RowKind<ObjectRow> OBJECT =
      new RowKind<>(
          row -> RowKeys.encode(row.key()),
          RowFormat::encode,
          ObjectRow::token,
          ObjectRow::expiresAtMicros,
          (key, value) -> RowFormat.decode(RowKeys.decodeObjectKey(key), value));

  private final Function<R, Bytes> key;
  private final Function<R, Bytes> value;
  private final Function<R, Optional<Token>> token;
  private final Function<R, OptionalLong> expiresAtMicros;
  private final BiFunction<Bytes, Bytes, R> decode;

  private RowKind(
      Function<R, Bytes> key,
      Function<R, Bytes> value,
      Function<R, Optional<Token>> token,
      Function<R, OptionalLong> expiresAtMicros,
      BiFunction<Bytes, Bytes, R> decode) {
    this.key = key;
    this.value = value;
    this.token = token;
    this.expiresAtMicros = expiresAtMicros;
    this.decode = decode;
  }

  Bytes keyOf(R row) {
    return key.apply(row);
  }

  Optional<Token> tokenOf(R row) {
    return token.apply(row);
  }

  Map<String, AttributeValue> toItem(R row) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put(KEY, binary(key.apply(row)));
    item.put(VALUE, binary(value.apply(row)));
    token.apply(row).ifPresent(t -> item.put(TOKEN, binary(t.toBytes())));
    expiresAtMicros.apply(row).ifPresent(micros -> item.put(EXPIRY, seconds(micros)));
    return item;
  }

  R fromItem(Map<String, AttributeValue> item) {
    Bytes itsKey = bytes(item, KEY);
    R row = decode.apply(itsKey, bytes(item, VALUE));
    Optional<Bytes> stored =
        item.containsKey(TOKEN) ? Optional.of(bytes(item, TOKEN)) : Optional.empty();
    if (!stored.equals(token.apply(row).map(Token::toBytes))) {
      throw new DamagedDataException(
          "the item with the key " + itsKey + " is damaged: its attribute 't' is not its token");
    }
    return row;
  }

  static Map<String, AttributeValue> keyItem(Bytes key) {
    return Map.of(KEY, binary(key));
  }

  static AttributeValue binary(Bytes bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes.toByteArray()));
  }

  /** The bytes of a required attribute. */
  static Bytes bytes(Map<String, AttributeValue> item, String name) {
    AttributeValue attribute = item.get(name);
    if (attribute == null || attribute.b() == null) {
      throw new DamagedDataException(
          "an item of DynamoDB has no binary attribute '%s', only %s"
              .formatted(name, item.keySet()));
    }
    return Bytes.wrap(attribute.b().asByteArrayUnsafe());
  }

  // Rounded up: the row must not be removed early. The hint already includes grace and skew.
  private static AttributeValue seconds(long micros) {
    return AttributeValue.fromN(
        Long.toString(Math.floorDiv(micros, 1_000_000L) + (micros % 1_000_000L == 0 ? 0 : 1)));
  }
}
