package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RowKeysPropertyTest {
  @Property
  void anObjectKeyIsReadBackAsItWasWritten(@ForAll("objectKeys") ObjectKey key) {
    assertEquals(key, RowKeys.decodeObjectKey(RowKeys.encode(key)));
  }

  @Property
  void aReferenceKeyIsReadBackAsItWasWritten(@ForAll("referenceKeys") ReferenceKey key) {
    assertEquals(key, RowKeys.decodeReferenceKey(RowKeys.encode(key)));
  }

  @Property
  void theKeysOfAScopeAndNoOthersBeginWithItsPrefix(
      @ForAll("objectKeys") ObjectKey object,
      @ForAll("referenceKeys") ReferenceKey reference,
      @ForAll("scopes") Scope other) {
    for (Scope scope : List.of(object.scope(), reference.scope(), other)) {
      Bytes prefix = RowKeys.prefix(scope);
      assertEquals(object.scope().equals(scope), RowKeys.encode(object).startsWith(prefix));
      assertEquals(reference.scope().equals(scope), RowKeys.encode(reference).startsWith(prefix));
    }
  }

  @Property
  void theKeysOfATypeAndNoOthersBeginWithItsPrefix(
      @ForAll("objectKeys") ObjectKey key,
      @ForAll("scopes") Scope otherScope,
      @ForAll("types") String otherType) {
    Bytes bytes = RowKeys.encode(key);
    assertTrue(bytes.startsWith(RowKeys.prefix(key.scope(), key.type())));
    assertEquals(
        key.type().equals(otherType), bytes.startsWith(RowKeys.prefix(key.scope(), otherType)));
    assertEquals(
        key.scope().equals(otherScope), bytes.startsWith(RowKeys.prefix(otherScope, key.type())));
  }

  @Example
  void scopesThatLookLikePartsOfEachOtherShareNoKey() {
    List<Scope> scopes =
        List.of(
            new Scope("x", "y"),
            new Scope("x:y", "z"),
            new Scope("x", "y:z"),
            new Scope("ab", "c"),
            new Scope("a", "bc"),
            new Scope("x", "yz"),
            new Scope("xy", "z"),
            new Scope("x/y", "z"),
            new Scope("x", "y/z"),
            new Scope("a".repeat(127), "b"),
            new Scope("a".repeat(128), "b"));
    for (Scope scope : scopes) {
      Bytes object = RowKeys.encode(new ObjectKey(scope, "z", ObjectId.of(0)));
      Bytes reference = RowKeys.encode(new ReferenceKey(scope, "z"));
      for (Scope other : scopes) {
        boolean same = scope.equals(other);
        assertEquals(same, object.startsWith(RowKeys.prefix(other)), scope + " and " + other);
        assertEquals(same, reference.startsWith(RowKeys.prefix(other)), scope + " and " + other);
      }
    }
  }

  @Example
  void aTypeIsNoPrefixOfALongerType() {
    ObjectKey longer = new ObjectKey(new Scope("t", "c"), "types", ObjectId.of(0));
    assertFalse(RowKeys.encode(longer).startsWith(RowKeys.prefix(longer.scope(), "type")));
  }

  @Property
  void theEndOfATypeIsBetweenItsKeysAndAllThatFollow(
      @ForAll("objectKeys") ObjectKey key, @ForAll("objectKeys") ObjectKey other) {
    Bytes end = RowKeys.end(key.scope(), key.type());
    assertTrue(RowKeys.encode(key).compareTo(end) < 0);
    Bytes last =
        RowKeys.encode(new ObjectKey(key.scope(), key.type(), ObjectId.of(Long.MAX_VALUE)));
    assertTrue(last.compareTo(end) < 0);
    boolean isSameType = other.scope().equals(key.scope()) && other.type().equals(key.type());
    boolean isAfter = RowKeys.encode(other).compareTo(RowKeys.encode(key)) > 0;
    assertEquals(isAfter && !isSameType, RowKeys.encode(other).compareTo(end) >= 0);
  }

  @Property
  void whateverTheBytesAreAKeyIsReadOnlyFromWhatWouldBeWritten(
      @ForAll("objectKeys") ObjectKey object,
      @ForAll("referenceKeys") ReferenceKey reference,
      @ForAll("damages") List<Damage> damages,
      @ForAll long seed) {
    Bytes objectBytes = Damage.damaged(RowKeys.encode(object), damages, seed);
    try {
      assertEquals(objectBytes, RowKeys.encode(RowKeys.decodeObjectKey(objectBytes)));
    } catch (DamagedDataException e) {
      assertTrue(e.getMessage().startsWith("the key of an object's row is damaged"));
    }
    Bytes referenceBytes = Damage.damaged(RowKeys.encode(reference), damages, seed);
    try {
      assertEquals(referenceBytes, RowKeys.encode(RowKeys.decodeReferenceKey(referenceBytes)));
    } catch (DamagedDataException e) {
      assertTrue(e.getMessage().startsWith("the key of a reference's row is damaged"));
    }
  }

  @Provide
  Arbitrary<ObjectKey> objectKeys() {
    return LegalNames.objectKeys();
  }

  @Provide
  Arbitrary<ReferenceKey> referenceKeys() {
    return LegalNames.referenceKeys();
  }

  @Provide
  Arbitrary<Scope> scopes() {
    return LegalNames.scopes();
  }

  @Provide
  Arbitrary<String> types() {
    return LegalNames.names(ObjectKey.MAX_TYPE_BYTES);
  }

  @Provide
  Arbitrary<List<Damage>> damages() {
    return Damage.any().list().ofMinSize(1).ofMaxSize(3);
  }
}
