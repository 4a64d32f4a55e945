package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.Seed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowIdsTest {
  // Other separators, the neighbours of a tab that names may contain, and characters whose order
  // differs between UTF-8 and UTF-16.
  private static final List<String> PARTS =
      List.of("a", "b", "ab", " ", "!", ":", "/", "~", "\u00a0", "é", "\ufffd", "😀");

  @RegisterExtension final Seed seed = Seed.ofRun();

  @Test
  void idsAreWhatPeopleCanType() {
    Scope scope = new Scope("acme", "sales");
    assertEquals("acme\tsales\tmain", RowIds.encode(new ReferenceKey(scope, "main")));
    assertEquals(
        "acme\tsales\ttable\t00000000000000ff",
        RowIds.encode(new ObjectKey(scope, "table", ObjectId.of(255))));
  }

  @Test
  void everyKeyComesBackAndIsInTheRangesOfItsOwnScopeAndTypeOnly() {
    Random random = seed.random("keys");
    for (int i = 0; i < 2_000 * Scale.ofRun(); i++) {
      ObjectKey key = new ObjectKey(scope(random), name(random), id(random));
      ReferenceKey reference = new ReferenceKey(key.scope(), name(random));
      String id = RowIds.encode(key);
      assertEquals(key, RowIds.decodeObjectKey(id));
      assertEquals(reference, RowIds.decodeReferenceKey(RowIds.encode(reference)));

      Scope other =
          new Scope(like(key.scope().tenantId(), random), like(key.scope().catalogId(), random));
      String type = like(key.type(), random);
      assertEquals(other.equals(key.scope()), isIn(RowIds.prefix(other), id));
      assertEquals(
          other.equals(key.scope()) && type.equals(key.type()),
          isIn(RowIds.prefix(other, type), id));
      assertEquals(other.equals(key.scope()), isIn(RowIds.prefix(other), RowIds.encode(reference)));
      assertTrue(isIn(RowIds.prefix(key.scope(), key.type()), id));
    }
  }

  // The order in which MongoDB compares strings.
  private static boolean isIn(String prefix, String id) {
    Bytes bytes = Bytes.ofUtf8(id);
    return bytes.compareTo(Bytes.ofUtf8(prefix)) >= 0
        && bytes.compareTo(Bytes.ofUtf8(RowIds.end(prefix))) < 0;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "acme",
        "acme\tsales\ttable",
        "acme\tsales\ttable\t",
        "acme\tsales\ttable\t00000000000000FF",
        "acme\tsales\ttable\t00000000000000zz",
        "acme\tsales\ttable\t0000",
        "acme\tsales\ttable\tffffffffffffffff",
        "acme\tsales\t\t00000000000000ff",
        "acme\tsales\ttable\t00000000000000ff\t",
        "\tsales\ttable\t00000000000000ff"
      })
  void otherStringsAreNoKeysOfObjects(String id) {
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> RowIds.decodeObjectKey(id));
    assertTrue(e.getMessage().contains("'" + id + "'"), e::getMessage);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "acme\tsales", "acme\tsales\t", "acme\tsales\tma\tin", "a\tb\tc\u0007"})
  void otherStringsAreNoKeysOfReferences(String id) {
    assertThrows(DamagedDataException.class, () -> RowIds.decodeReferenceKey(id));
  }

  // The same, or with something added or cut off: neighbours are where a range may be wrong.
  private static String like(String name, Random random) {
    String longer = name + PARTS.get(random.nextInt(PARTS.size()));
    int first = name.offsetByCodePoints(0, 1);
    return List.of(name, name, longer, name.substring(0, first)).get(random.nextInt(4));
  }

  private static Scope scope(Random random) {
    return new Scope(name(random), name(random));
  }

  private static String name(Random random) {
    StringBuilder name = new StringBuilder();
    for (int i = random.nextInt(2); i >= 0; i--) {
      name.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    return name.toString();
  }

  private static ObjectId id(Random random) {
    return random.nextBoolean()
        ? ObjectId.of(random.nextLong() & Long.MAX_VALUE)
        : ObjectId.ofName(name(random));
  }
}
