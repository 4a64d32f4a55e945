package dev.cairn.core.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be written comes back equal; what could not come back is refused when it is written. */
class RoundTripTest {
  private static final ObjectKey KEY = new ObjectRef("any", 42).in(new Scope("tenant", "catalog"));

  private final Codec codec = new Codec(FormatLevel.NEWEST);

  private record Type<T>(String name, Class<T> valueClass) implements ObjectType<T> {}

  private <T> Bytes encode(Class<T> valueClass, T value) {
    return codec.encode(new Type<>("any", valueClass), value);
  }

  private <T> T decode(Class<T> valueClass, Bytes stored) {
    return codec.decode(new Type<>("any", valueClass), KEY, Envelope.ofBytes(KEY, stored));
  }

  private <T> void comesBack(Class<T> valueClass, T value) {
    assertEquals(value, decode(valueClass, encode(valueClass, value)));
  }

  private <T> void isRefused(Class<T> valueClass, T value) {
    assertThrows(IllegalArgumentException.class, () -> encode(valueClass, value));
  }

  record Floats(double d, float f, Double boxedDouble, Float boxedFloat) {}

  @Test
  void floatingPointNumbersKeepTheirSignAndWhatIsNoNumber() {
    comesBack(Floats.class, new Floats(-0.0, -0.0f, -0.0, -0.0f));
    comesBack(Floats.class, new Floats(0.0, 0.0f, 0.0, 0.0f));
    comesBack(Floats.class, new Floats(Double.NaN, Float.NaN, Double.NaN, Float.NaN));
    comesBack(
        Floats.class,
        new Floats(Double.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, Double.MIN_VALUE, null));
  }

  record Boxes(Integer i, Long l, Boolean b, Character c, char primitive) {}

  @Test
  void aBoxedZeroIsNotNull() {
    comesBack(Boxes.class, new Boxes(0, 0L, false, '\0', '\0'));
    comesBack(Boxes.class, new Boxes(null, null, null, null, '\uFFFF'));
  }

  record Optionals(
      OptionalInt i,
      OptionalLong l,
      OptionalDouble d,
      Optional<Integer> boxed,
      List<Optional<String>> inList,
      Map<String, Optional<String>> inMap) {}

  @Test
  void anOptionalZeroIsNotEmptyAndAnEmptyOptionalKeepsItsPlace() {
    comesBack(
        Optionals.class,
        new Optionals(
            OptionalInt.of(0),
            OptionalLong.of(0),
            OptionalDouble.of(0),
            Optional.of(0),
            List.of(Optional.empty(), Optional.of("")),
            Map.of("a", Optional.empty())));
    comesBack(
        Optionals.class,
        new Optionals(
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            List.of(),
            Map.of()));
  }

  record Texts(String text, List<String> list, Map<String, String> map) {}

  @Test
  void nullsInListsAndMapsKeepTheirPlace() {
    Map<String, String> map = new HashMap<>();
    map.put("null", null);
    map.put("", "");
    comesBack(Texts.class, new Texts("", Arrays.asList(null, "", null), map));
  }

  // A text that is not Unicode would come back with '?' in it.
  @Test
  void halfASurrogatePairIsRefused() {
    isRefused(Texts.class, new Texts("a\uD800", List.of(), Map.of()));
    isRefused(Texts.class, new Texts("", List.of(), Map.of("\uDC00", "")));
  }

  // Jackson has a way of its own for texts of each length, and for names.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 20, 31, 32, 54, 63, 64, 65, 100, 1000, 20_000, 70_000})
  void malformedTextIsRefusedWhereverItIsAndHoweverLong(int length) {
    String filler = "x".repeat(length);
    for (String bad : List.of("\uD800", "\uDC00", "\uDC00\uDC00", "\uDBFF\uD800", "\uD800x")) {
      for (String text : List.of(filler + bad, bad + filler, filler + bad + filler, "ü" + bad)) {
        isMalformed(new Texts(text, List.of(), Map.of()), "text");
        isMalformed(new Texts("", List.of("\uD83D\uDE00", text), Map.of()), "list");
        isMalformed(new Texts("", List.of(), Map.of(text, "")), "map");
        isMalformed(new Texts("", List.of(), Map.of("a", text)), "map");
      }
    }
  }

  private void isMalformed(Texts value, String property) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> encode(Texts.class, value));
    assertTrue(e.getMessage().contains("surrogate"), e.getMessage());
    assertTrue(e.getMessage().contains("a value of type any"), e.getMessage());
    assertTrue(e.getMessage().contains("Texts[\"" + property + "\"]"), e.getMessage());
  }

  // Jackson reads names of at most 50,000 bytes unless told otherwise, and writes any.
  @ParameterizedTest
  @ValueSource(ints = {1, 55, 56, 57, 63, 64, 65, 66, 1000, 49_999, 50_001, 200_000})
  void textsAndMapKeysOfAnyLengthComeBack(int length) {
    for (String letter : List.of("x", "ü", "✓", "\uD83D\uDE00")) {
      String text = letter.repeat(length);
      comesBack(Texts.class, new Texts(text, List.of(text), Map.of(text, text, text + "2", "")));
    }
  }

  record Zoned(ZonedDateTime zoned, OffsetDateTime offset, OffsetTime time, ZoneId zone) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2020-06-01T01:02:03.000000004+02:00[Europe/Berlin]",
        "2020-10-25T02:30:00+02:00[Europe/Berlin]", // the first of two such hours
        "2020-10-25T02:30:00+01:00[Europe/Berlin]",
        "2020-06-01T00:00:00Z[UTC]",
        "2020-06-01T00:00:00Z",
        "-0001-06-01T00:00:00+05:45",
      })
  void timesKeepTheirZone(String text) {
    ZonedDateTime time = ZonedDateTime.parse(text);
    comesBack(
        Zoned.class,
        new Zoned(
            time, time.toOffsetDateTime(), time.toOffsetDateTime().toOffsetTime(), time.getZone()));
  }

  record Numbers(BigDecimal decimal, BigInteger integer) {}

  @Test
  void longNumbersKeepTheirScaleAndEveryDigit() {
    comesBack(Numbers.class, new Numbers(new BigDecimal("1.1000"), BigInteger.TWO.pow(7000)));
    comesBack(Numbers.class, new Numbers(new BigDecimal("0.000"), BigInteger.ZERO));
    comesBack(Numbers.class, new Numbers(new BigDecimal("-7E+99999"), BigInteger.TEN.negate()));
    BigInteger longest = BigInteger.TWO.pow(8 * NumbersModule.MAX_NUMBER_BYTES - 1);
    comesBack(Numbers.class, new Numbers(null, longest.negate()));
    comesBack(Numbers.class, new Numbers(null, longest.subtract(BigInteger.ONE)));
    comesBack(Numbers.class, new Numbers(new BigDecimal(longest.negate(), 5), null));
  }

  @Test
  void numbersThatCouldNotBeReadBackAreRefused() {
    BigInteger tooLong = BigInteger.TWO.pow(8 * NumbersModule.MAX_NUMBER_BYTES - 1);
    isRefused(Numbers.class, new Numbers(null, tooLong));
    isRefused(Numbers.class, new Numbers(new BigDecimal(tooLong, 5), null));
    isRefused(Numbers.class, new Numbers(new BigDecimal(BigInteger.ONE, 1 << 30), null));
    isRefused(Numbers.class, new Numbers(new BigDecimal(BigInteger.ONE, -(1 << 30)), null));
  }

  record Nested(String value, Nested inner) {
    static Nested of(int depth) {
      Nested nested = new Nested("innermost", null);
      for (int i = 1; i < depth; i++) {
        nested = new Nested("", nested);
      }
      return nested;
    }
  }

  @Test
  void whatIsNestedTooDeeplyToBeReadIsNotWritten() {
    comesBack(Nested.class, Nested.of(200));
    isRefused(Nested.class, Nested.of(201));
  }

  record Keyed(Map<Bytes, String> byBytes, Map<Long, String> byNumber) {}

  @Test
  void mapsMayHaveBytesAsKeys() {
    Bytes oneLong = Bytes.ofHex("00".repeat(20) + "01");
    Bytes otherLong = Bytes.ofHex("00".repeat(20) + "02");
    comesBack(
        Keyed.class,
        new Keyed(Map.of(Bytes.empty(), "e", oneLong, "1", otherLong, "2"), Map.of(-1L, "")));
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes({@JsonSubTypes.Type(Circle.class), @JsonSubTypes.Type(Group.class)})
  sealed interface Shape permits Circle, Group {}

  record Circle(int radius) implements Shape {}

  record Group(List<Shape> shapes, Shape first) implements Shape {}

  @Test
  void valuesOfASealedInterfaceComeBackAsTheirClass() {
    comesBack(Shape.class, new Group(List.of(new Circle(0), new Circle(2)), null));
  }

  /** A class with initial values, which a property that is left out would come back as. */
  static final class Mutable {
    public int retries = 3;
    public String name = "initial";
    public Optional<String> comment = Optional.of("initial");
    public Optional<String> note;
    public List<String> list = new ArrayList<>(List.of("initial"));

    private List<Object> all() {
      return Arrays.asList(retries, name, comment, note, list);
    }
  }

  @Test
  void initialValuesDoNotReplaceWhatWasWritten() {
    Mutable value = new Mutable();
    value.retries = 0;
    value.name = null;
    value.comment = Optional.empty();
    value.note = Optional.empty();
    value.list = null;
    Mutable back = decode(Mutable.class, encode(Mutable.class, value));
    assertEquals(value.all(), back.all());
  }

  record Newer(int known, BigDecimal price, Instant at, float f, Bytes bytes, BigInteger big) {}

  record Older(int known, @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {}

  @Test
  void unknownPropertiesKeepEveryDigitOnRewrite() {
    Newer newer =
        new Newer(
            1,
            new BigDecimal("1.1000"),
            Instant.ofEpochSecond(5, 100),
            0.1f,
            Bytes.ofHex("00ff"),
            BigInteger.TWO.pow(100));
    Bytes stored = encode(Newer.class, newer);
    Older older = decode(Older.class, stored);
    assertTrue(older.unknown().containsKey("price"), older.toString());
    assertEquals(newer, decode(Newer.class, encode(Older.class, older)));
  }

  @Test
  void aValueThatContainsItselfIsRefused() {
    List<Object> self = new ArrayList<>();
    self.add(self);
    assertThrows(IllegalArgumentException.class, () -> encode(Holder.class, new Holder(self)));
  }

  record Holder(Object held) {}

  @Test
  void offsetsOfAllSizesComeBack() {
    OffsetDateTime time = OffsetDateTime.of(2020, 1, 1, 0, 0, 0, 0, ZoneOffset.MAX);
    comesBack(Zoned.class, new Zoned(null, time, time.toOffsetTime(), ZoneOffset.MIN));
  }
}
