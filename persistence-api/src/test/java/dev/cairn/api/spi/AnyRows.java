package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Any legal rows, in all combinations of what is optional. */
final class AnyRows {
  private AnyRows() {}

  static Arbitrary<ObjectRow> objectRows() {
    return Combinators.combine(
            LegalNames.objectKeys(),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(100).map(Bytes::wrap),
            tokens().optional(),
            numbers(),
            optionalNumbers())
        .as(
            (key, value, token, createdAt, expiresAt) ->
                new ObjectRow(
                    token.isPresent() ? key : numbered(key),
                    value,
                    token,
                    createdAt,
                    token.isPresent() ? expiresAt : OptionalLong.empty()));
  }

  static Arbitrary<ReferenceRow> referenceRows() {
    return Combinators.combine(
            LegalNames.referenceKeys(),
            optionalNumbers(),
            Arbitraries.longs().greaterOrEqual(1),
            tokens(),
            numbers(),
            lines(),
            optionalNumbers(),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(100).map(Bytes::wrap))
        .as(
            (key, head, version, token, createdAt, line, deletedAt, turns) ->
                new ReferenceRow(
                    key,
                    head,
                    version,
                    token,
                    createdAt,
                    line,
                    deletedAt,
                    deletedAt.isPresent() ? Bytes.empty() : turns));
  }

  /** Lines made head by head, with gaps of any size between the versions. */
  static Arbitrary<EarlierHeads> lines() {
    return Arbitraries.longs()
        .greaterOrEqual(1)
        .list()
        .ofMaxSize(60)
        .map(
            versions -> {
              EarlierHeads line = EarlierHeads.none();
              for (long version : new TreeSet<>(versions)) {
                line = line.plus(new HeadVersion(version, Long.MAX_VALUE - version));
              }
              return line;
            });
  }

  private static ObjectKey numbered(ObjectKey key) {
    return key.id().isName() ? new ObjectKey(key.scope(), key.type(), ObjectId.of(1)) : key;
  }

  private static Arbitrary<Token> tokens() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(Token::new);
  }

  private static Arbitrary<Long> numbers() {
    return Arbitraries.longs().greaterOrEqual(0);
  }

  private static Arbitrary<OptionalLong> optionalNumbers() {
    return numbers()
        .optional()
        .map((Optional<Long> number) -> number.map(OptionalLong::of).orElse(OptionalLong.empty()));
  }
}
