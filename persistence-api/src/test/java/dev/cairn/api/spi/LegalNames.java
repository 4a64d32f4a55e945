package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Any legal keys, with a liking for names that look like parts of other names. */
final class LegalNames {
  private LegalNames() {}

  static Arbitrary<ObjectKey> objectKeys() {
    return Combinators.combine(scopes(), names(ObjectKey.MAX_TYPE_BYTES), ids()).as(ObjectKey::new);
  }

  static Arbitrary<ReferenceKey> referenceKeys() {
    return Combinators.combine(scopes(), names(ReferenceKey.MAX_NAME_BYTES)).as(ReferenceKey::new);
  }

  static Arbitrary<Scope> scopes() {
    return Combinators.combine(names(Scope.MAX_ID_BYTES), names(Scope.MAX_ID_BYTES)).as(Scope::new);
  }

  static Arbitrary<ObjectId> ids() {
    return Arbitraries.oneOf(
        Arbitraries.longs().greaterOrEqual(0).map(ObjectId::of), names(40).map(ObjectId::ofName));
  }

  static Arbitrary<String> names(int maxBytes) {
    Arbitrary<String> lookAlikes =
        Arbitraries.strings().withChars("ab:/").ofMinLength(1).ofMaxLength(3);
    Arbitrary<String> any =
        codePoints()
            .list()
            .ofMinSize(1)
            .ofMaxSize(maxBytes)
            .map(points -> points.stream().map(Character::toString).reduce("", String::concat))
            .map(name -> shorten(name, maxBytes));
    Arbitrary<String> longest = codePoints().map(point -> fill(point, maxBytes));
    return Arbitraries.oneOf(lookAlikes, any, longest);
  }

  private static Arbitrary<Integer> codePoints() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(0x20, 0x7E),
        Arbitraries.integers().between(0xA0, 0xD7FF),
        Arbitraries.integers().between(0xE000, 0x10FFFF));
  }

  private static String shorten(String name, int maxBytes) {
    String shorter = name;
    while (Bytes.ofUtf8(shorter).length() > maxBytes) {
      shorter = shorter.substring(0, shorter.offsetByCodePoints(shorter.length(), -1));
    }
    return shorter;
  }

  private static String fill(int codePoint, int bytes) {
    String character = Character.toString(codePoint);
    int each = Bytes.ofUtf8(character).length();
    return character.repeat(bytes / each) + "x".repeat(bytes % each);
  }
}
