package dev.cairn.api.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTest {
  enum Mode {
    FAST,
    VERY_SAFE
  }

  private static final Setting<String> TEXT = Setting.text("cairn.a.text", "Some text");
  private static final Setting<Path> PATH = Setting.path("cairn.a.path", "Some path");
  private static final Setting<Boolean> FLAG = Setting.flag("cairn.a.flag", "Some flag");
  private static final Setting<Integer> NUMBER =
      Setting.number("cairn.a.number", -5, 10, "Some number");
  private static final Setting<Duration> DURATION = Setting.duration("cairn.a.time", "Some time");
  private static final Setting<Long> SIZE = Setting.size("cairn.a.size", "Some size");
  private static final Setting<Mode> CHOICE =
      Setting.choice("cairn.a.mode", Mode.class, "Some mode");

  @Test
  void textIsTakenAsItIsUnlessEmpty() {
    assertEquals("Some Text = 1", read(TEXT, "Some Text = 1"));
    assertRefused(TEXT, "");
  }

  @Test
  void aPathIsAnyPathUnlessEmptyOrImpossible() {
    assertEquals(Path.of("/data/cairn"), read(PATH, "/data/cairn"));
    assertEquals(Path.of("relative"), read(PATH, "relative"));
    assertRefused(PATH, "");
    assertRefused(PATH, "a\0b");
  }

  @Test
  void aFlagIsTrueOrFalse() {
    assertEquals(true, read(FLAG, "true"));
    assertEquals(false, read(FLAG, "false"));
    for (String text : List.of("", "yes", "TRUE", "1", "truee")) {
      assertRefused(FLAG, text);
    }
  }

  @Test
  void aNumberIsWithinItsBounds() {
    assertEquals(-5, read(NUMBER, "-5"));
    assertEquals(10, read(NUMBER, "10"));
    for (String text : List.of("-6", "11", "", "1.5", "ten", "99999999999", "0x1")) {
      assertRefused(NUMBER, text);
    }
    assertTrue(NUMBER.form().contains("from -5 to 10"), NUMBER.form());
  }

  @Test
  void aDurationIsShortOrIso8601AndNotNegative() {
    assertEquals(Duration.ofHours(1), read(DURATION, "1h"));
    assertEquals(Duration.ofMinutes(90), read(DURATION, "1h30m"));
    assertEquals(Duration.ofDays(7), read(DURATION, "7D"));
    assertEquals(Duration.ofMillis(250), read(DURATION, "250ms"));
    assertEquals(Duration.ofMillis(5_010), read(DURATION, "5s10ms"));
    for (String text : List.of("h", "1", "1 h", "30m1h", "1w", "-1h")) {
      assertRefused(DURATION, text);
    }
    assertEquals(Duration.ofSeconds(30), read(DURATION, "PT30S"));
    assertEquals(Duration.ofHours(25), read(DURATION, "P1DT1H"));
    assertEquals(Duration.ZERO, read(DURATION, "PT0S"));
    assertEquals(Duration.ofDays(36_525), read(DURATION, "P36525D"));
    for (String text : List.of("PT-1S", "-PT1S", "", "30", "P1M", "P99999999999999999D")) {
      assertRefused(DURATION, text);
    }
    // Sums and products of such durations, in nanoseconds, still have to be numbers.
    for (String text : List.of("P36525DT0.000000001S", "PT9223372036854775807S")) {
      assertRefused(DURATION, text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "128k, 131072",
    "128K, 131072",
    "64m, 67108864",
    "64M, 67108864",
    "1g, 1073741824",
    "1G, 1073741824",
    "9223372036854775807, 9223372036854775807",
    "8589934591g, 9223372035781033984"
  })
  void aSizeIsBytesOrBinaryMultiples(String text, long bytes) {
    assertEquals(bytes, read(SIZE, text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k",
        "-1",
        "-1k",
        "+1",
        "1.5m",
        "1 k",
        "1kb",
        "1t",
        "9223372036854775808",
        "9007199254740992k",
        "8589934592g",
        "99999999999999999999g",
        "١k"
      })
  void otherSizesAndOverflowAreRefused(String text) {
    assertRefused(SIZE, text);
  }

  @Test
  void aChoiceIsAConstantInLowercaseWithDashes() {
    assertEquals(Mode.FAST, read(CHOICE, "fast"));
    assertEquals(Mode.VERY_SAFE, read(CHOICE, "very-safe"));
    for (String text : List.of("", "FAST", "very_safe", "slow")) {
      assertRefused(CHOICE, text);
    }
    assertEquals("one of: fast, very-safe", CHOICE.form());
  }

  @Test
  void aRefusalNamesKeyValueSourceAndForm() {
    var refused =
        assertThrows(ConfigurationException.class, () -> CHOICE.parse("slow", "the file"));
    assertEquals(
        "cairn.a.mode = 'slow' (from the file) is not one of: fast, very-safe",
        refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "cairn.backend, CAIRN_BACKEND",
    "cairn.rocksdb.path, CAIRN_ROCKSDB_PATH",
    "cairn.max-clock-skew, CAIRN_MAX_CLOCK_SKEW",
    "cairn.a1.b-2-c, CAIRN_A1_B_2_C"
  })
  void theEnvironmentNameIsTheKeyInUppercaseWithUnderscores(String key, String variable) {
    assertEquals(variable, Setting.text(key, "x").environmentName());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cairn",
        "cairn.",
        "other.key",
        "cairn.Key",
        "cairn.a_b",
        "cairn.a..b",
        "cairn.-a",
        "cairn.a-",
        "cairn.a--b",
        "cairn.a b",
        "cairnx.a"
      })
  void keysHaveOneForm(String key) {
    var refused = assertThrows(IllegalArgumentException.class, () -> Setting.text(key, "x"));
    assertTrue(refused.getMessage().contains("'" + key + "'"), refused.getMessage());
  }

  @Test
  void aSettingSaysWhatItIs() {
    Setting<Long> setting = SIZE.withDefault("64m");
    assertEquals("cairn.a.size", setting.key());
    assertEquals("cairn.a.size", setting.toString());
    assertEquals("Some size", setting.description());
    assertEquals(Optional.of("64m"), setting.defaultText());
    assertEquals(Optional.empty(), SIZE.defaultText());
  }

  private static <T> T read(Setting<T> setting, String text) {
    return setting.parse(text, "a test");
  }

  private static void assertRefused(Setting<?> setting, String text) {
    var refused = assertThrows(ConfigurationException.class, () -> setting.parse(text, "a test"));
    assertEquals(
        "%s = '%s' (from a test) is not %s".formatted(setting.key(), text, setting.form()),
        refused.getMessage());
  }
}
