package dev.cairn.api.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of secret settings are used but never shown. */
class SecretsTest {
  private static final String SECRET = "hunter2";
  private static final Setting<String> PASSWORD =
      Setting.text("cairn.a.password", "How to get in").asSecret();

  enum Mode {
    FAST
  }

  @Test
  void aSecretIsReadButNotShown() {
    Configuration configuration =
        Configuration.builder().set(PASSWORD.key(), SECRET).build(List.of(PASSWORD));
    assertEquals(SECRET, configuration.get(PASSWORD));
    assertEquals(Map.of("cairn.a.password", "(hidden)"), configuration.describe());
    assertFalse(configuration.toString().contains(SECRET));
    assertFalse(PASSWORD.toString().contains(SECRET));
  }

  @Test
  void aSecretKeepsItsSpaces() {
    Configuration configuration =
        Configuration.builder().set(PASSWORD.key(), " open sesame ").build(List.of(PASSWORD));
    assertEquals(" open sesame ", configuration.get(PASSWORD));
  }

  @Test
  void theDefaultOfASecretIsNotShown() {
    Setting<String> withDefault = PASSWORD.withDefault(SECRET);
    Configuration configuration = Configuration.builder().build(List.of(withDefault));
    assertEquals(SECRET, configuration.get(withDefault));
    assertTrue(withDefault.isSecret());
    assertEquals(Map.of("cairn.a.password", "(hidden)"), configuration.describe());
  }

  static Stream<Setting<?>> secretsOfEveryFormThatCanBeBad() {
    return Stream.of(
            Setting.flag("cairn.a.secret", "x"),
            Setting.number("cairn.a.secret", 0, 1, "x"),
            Setting.duration("cairn.a.secret", "x"),
            Setting.size("cairn.a.secret", "x"),
            Setting.choice("cairn.a.secret", Mode.class, "x"))
        .map(Setting::asSecret);
  }

  @ParameterizedTest
  @MethodSource("secretsOfEveryFormThatCanBeBad")
  void aBadSecretIsRefusedWithoutBeingRepeatedAnywhere(Setting<?> secret) {
    Configuration.Builder builder = Configuration.builder().set(secret.key(), SECRET);
    var refused = assertThrows(ConfigurationException.class, () -> builder.build(List.of(secret)));
    assertTrue(refused.getMessage().contains("cairn.a.secret = (hidden)"), refused.getMessage());
    assertFalse(everythingPrintedOf(refused).contains(SECRET));
  }

  @Test
  void aPathThatIsNoneIsNotRepeatedEither() {
    Setting<?> secret = Setting.path("cairn.a.secret", "x").asSecret();
    Configuration.Builder builder = Configuration.builder().set(secret.key(), SECRET + "\0");
    var refused = assertThrows(ConfigurationException.class, () -> builder.build(List.of(secret)));
    assertFalse(everythingPrintedOf(refused).contains(SECRET));
  }

  @Test
  void theValueOfAnUnknownKeyIsNotRepeated() {
    // It may be a secret under a mistyped key.
    Configuration.Builder builder = Configuration.builder().set("cairn.a.pasword", SECRET);
    var refused =
        assertThrows(ConfigurationException.class, () -> builder.build(List.of(PASSWORD)));
    assertFalse(everythingPrintedOf(refused).contains(SECRET));
  }

  @Test
  void aMissingSecretIsAskedForByName() {
    Configuration configuration = Configuration.builder().build(List.of(PASSWORD));
    var refused = assertThrows(ConfigurationException.class, () -> configuration.get(PASSWORD));
    assertTrue(refused.getMessage().contains("CAIRN_A_PASSWORD"), refused.getMessage());
  }

  private static String everythingPrintedOf(Throwable thrown) {
    StringWriter printed = new StringWriter();
    thrown.printStackTrace(new PrintWriter(printed));
    return printed.toString();
  }
}
