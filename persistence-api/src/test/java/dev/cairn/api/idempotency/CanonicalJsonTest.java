package dev.cairn.api.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
  private static String canonical(String json) {
    return CanonicalJson.of(Bytes.ofUtf8(json));
  }

  // Section 3.2.2 of RFC 8785.
  @Test
  void theExampleOfTheRfc() {
    String input =
        """
        {
          "numbers": [333333333.33333329, 1E30, 4.50,
                      2e-3, 0.000000000000000000000000001],
          "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
          "literals": [null, true, false]
        }
        """;
    assertEquals(
        "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}",
        canonical(input));
  }

  // Section 3.2.3: names in the order of their UTF-16 code units.
  @Test
  void namesAreSortedByCodeUnits() {
    String input =
        """
        {"\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\ufb33": "Hebrew Letter Dalet With Dagesh",
         "1": "One", "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control",
         "\\u00f6": "Latin Small Letter O With Diaeresis"}
        """;
    assertEquals(
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
            + "\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
            + "\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
        canonical(input));
  }

  @ParameterizedTest
  @CsvSource({
    "8744736658442914487, 8744736658442914487",
    "-8744736658442914487, -8744736658442914487",
    "9007199254740992, 9007199254740992",
    "9007199254740993, 9007199254740993",
    "123456789012345678901234567890, 123456789012345678901234567890",
    "-0, 0",
    "0, 0",
    "10, 10",
    "8744736658442914487.0, 8744736658442915000",
    "1e2, 100",
    "-0.0, 0",
    "1.0, 1",
  })
  void integersKeepTheirDigits(String number, String canonical) {
    assertEquals(canonical, canonical(number));
  }

  // Rounded to doubles, as RFC 8785 asks for, both were 8744736658442915000.
  @Test
  void snapshotIdsAboveTwoToThe53HaveDifferentFingerprints() {
    assertNotEquals(
        CanonicalJson.fingerprint(Bytes.ofUtf8("{\"snapshot-id\":8744736658442914487}")),
        CanonicalJson.fingerprint(Bytes.ofUtf8("{\"snapshot-id\":8744736658442914488}")));
  }

  @Test
  void spellingsOfOneValueHaveOneFingerprint() {
    assertEquals(
        CanonicalJson.fingerprint(Bytes.ofUtf8("{\"b\":[1.0,true], \"a\":\"\\u0041\"}")),
        CanonicalJson.fingerprint(Bytes.ofUtf8(" {\"a\":\"A\",\n\"b\":[1, true]}")));
  }

  @Test
  void valuesThatAreNoObjectsAndNestedOnesAreFine() {
    assertEquals("\"x\"", canonical("\"x\""));
    assertEquals("[]", canonical(" [ ] "));
    assertEquals("{}", canonical("{}"));
    assertEquals("[[{\"a\":{\"b\":[null]}}]]", canonical("[[{\"a\":{\"b\":[null]}}]]"));
    assertEquals(
        "\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\\u007f\u2028\"",
        canonical("\"\\u0000\\u001F\\b\\t\\n\\f\\r\\\"\\\\\\u007f\\u2028\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "{",
        "[1,]",
        "{\"a\":1,\"a\":2}",
        "{\"a\":{\"b\":1,\"\\u0062\":2}}",
        "\"\\ud800\"",
        "\"\\udc00x\"",
        "{\"\\ud83d\":1}",
        "\"\\ude00\\ud83d\"",
        "1 2",
        "{} []",
        "NaN",
        "Infinity",
        "1e400",
        "-1e999",
        "01",
        "+1",
        "'a'",
        "// c\n1",
        "\u0007",
      })
  void whatHasNoOneMeaningIsRefused(String json) {
    assertThrows(IllegalArgumentException.class, () -> canonical(json));
  }

  @ParameterizedTest
  @ValueSource(strings = {"22c08022", "22eda08022", "22ff22", "22c3", "2280c322"})
  void bytesThatAreNotUtf8AreRefused(String hex) {
    assertThrows(IllegalArgumentException.class, () -> CanonicalJson.of(Bytes.ofHex(hex)));
  }

  @Test
  void hostileDepthsAndLengthsAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> canonical("[".repeat(100_000) + "]".repeat(100_000)));
    assertThrows(IllegalArgumentException.class, () -> canonical("1".repeat(100_000)));
  }
}
