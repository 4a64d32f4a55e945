package dev.cairn.api.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
  private static final Setting<String> NAME = Setting.text("cairn.a.name", "What it is called");
  private static final Setting<Integer> COUNT =
      Setting.number("cairn.a.max-count", 0, 9, "How many").withDefault("3");
  private static final List<Setting<?>> KNOWN = List.of(NAME, COUNT);

  @TempDir Path directory;

  @Test
  void laterSourcesWinOverEarlierOnes() throws IOException {
    Configuration.Builder builder = Configuration.builder();
    assertEquals(Optional.empty(), builder.build(KNOWN).find(NAME));
    builder.file(file("cairn.a.name = file"));
    assertEquals("file", builder.build(KNOWN).get(NAME));
    builder.environment(Map.of("CAIRN_A_NAME", "environment"));
    assertEquals("environment", builder.build(KNOWN).get(NAME));
    builder.systemProperties(properties("cairn.a.name", "system"));
    assertEquals("system", builder.build(KNOWN).get(NAME));
    builder.set("cairn.a.name", "program");
    assertEquals("program", builder.build(KNOWN).get(NAME));
    builder.environment(Map.of("CAIRN_A_NAME", "again"));
    assertEquals("again", builder.build(KNOWN).get(NAME));
  }

  @Test
  void aDefaultHoldsUntilAnythingIsSet() {
    assertEquals(3, Configuration.builder().build(KNOWN).get(COUNT));
    assertEquals(4, Configuration.builder().set(COUNT.key(), "4").build(KNOWN).get(COUNT));
  }

  @Test
  void aSourceThatSaysNothingOfASettingLeavesItAlone() {
    Configuration configuration =
        Configuration.builder()
            .set(NAME.key(), "first")
            .environment(Map.of("CAIRN_A_MAX_COUNT", "5"))
            .build(KNOWN);
    assertEquals("first", configuration.get(NAME));
    assertEquals(5, configuration.get(COUNT));
  }

  @Test
  void spaceAroundAValueDoesNotCount() {
    assertEquals("x y", Configuration.builder().set(NAME.key(), "  x y\t").build(KNOWN).get(NAME));
    assertRefused(
        "cairn.a.name = ''", () -> Configuration.builder().set(NAME.key(), "  ").build(KNOWN));
  }

  @Test
  void anUnknownKeyIsNamedWithItsSourceAndTheNearestSetting() throws IOException {
    Path file = file("cairn.a.nmae = x");
    String rest = "; did you mean cairn.a.name?";
    assertRefused(
        "unknown setting 'cairn.a.nmae' (from " + file + ")" + rest,
        () -> Configuration.builder().file(file).build(KNOWN));
    assertRefused(
        "unknown setting 'cairn.a.nam' (from the system properties)" + rest,
        () ->
            Configuration.builder().systemProperties(properties("cairn.a.nam", "x")).build(KNOWN));
    assertRefused(
        "unknown setting 'cairn.a.nmae' (from the program)" + rest,
        () -> Configuration.builder().set("cairn.a.nmae", "x").build(KNOWN));
  }

  @Test
  void anUnknownKeyThatIsLikeNoOtherIsNamedWithTheSettingsOfItsAreaOrTheAreas() {
    List<Setting<?>> more =
        List.of(
            NAME, COUNT, Setting.text("cairn.b.color", "Its color"), Setting.text("cairn.c", "C"));
    assertRefused(
        "unknown setting 'cairn.a.something-else' (from the program); cairn.a has: max-count, name",
        () -> Configuration.builder().set("cairn.a.something-else", "x").build(more));
    assertRefused(
        "unknown setting 'cairn.nothing-like-it' (from the program); settings begin with: cairn.a, cairn.b, cairn.c",
        () -> Configuration.builder().set("cairn.nothing-like-it", "x").build(more));
  }

  // Kubernetes gives every process such variables for a service with the name cairn.
  @Test
  void anUnknownVariableOfTheEnvironmentWarnsWithTheNearestSetting() {
    Configuration configuration =
        Configuration.builder()
            .environment(
                Map.of(
                    "CAIRN_SERVICE_HOST", "10.0.0.1",
                    "CAIRN_PORT", "tcp://10.0.0.1:8181",
                    "CAIRN_A_NMAE", "x",
                    "CAIRN_A_MAX_COUNT", "4"))
            .build(KNOWN);
    assertEquals(4, configuration.get(COUNT));
    assertEquals(Optional.empty(), configuration.find(NAME));
    assertEquals(
        List.of(
            "CAIRN_A_NMAE in the environment is not a setting and is ignored; did you mean CAIRN_A_NAME?",
            "CAIRN_PORT in the environment is not a setting and is ignored",
            "CAIRN_SERVICE_HOST in the environment is not a setting and is ignored"),
        configuration.warnings());
    assertEquals(List.of(), Configuration.builder().build(KNOWN).warnings());
  }

  @Test
  void aValueThatTheLocaleCannotDecodeIsRefused() {
    assertRefused(
        "cairn.a.name (from the environment) has bytes that the locale of the process cannot decode",
        () ->
            Configuration.builder().environment(Map.of("CAIRN_A_NAME", "gr\uFFFDn")).build(KNOWN));
  }

  @Test
  void aBadValueIsNamedWithKeySourceAndWhatIsPossible() throws IOException {
    String rest = ") is not a whole number from 0 to 9";
    Path file = file("cairn.a.max-count = many");
    assertRefused(
        "cairn.a.max-count = 'many' (from " + file + rest,
        () -> Configuration.builder().file(file).build(KNOWN));
    assertRefused(
        "cairn.a.max-count = '10' (from the environment" + rest,
        () -> Configuration.builder().environment(Map.of("CAIRN_A_MAX_COUNT", "10")).build(KNOWN));
    assertRefused(
        "cairn.a.max-count = '-1' (from the system properties" + rest,
        () ->
            Configuration.builder()
                .systemProperties(properties("cairn.a.max-count", "-1"))
                .build(KNOWN));
  }

  @Test
  void aBadValueIsRefusedEvenIfALaterSourceWins() {
    assertRefused(
        "cairn.a.max-count = 'many'",
        () -> Configuration.builder().set(COUNT.key(), "many").set(COUNT.key(), "4").build(KNOWN));
  }

  @Test
  void aMissingValueIsNamedWithItsPurposeAndTheWaysToSetIt() {
    Configuration configuration = Configuration.builder().build(KNOWN);
    assertEquals(Optional.empty(), configuration.find(NAME));
    assertRefused(
        "cairn.a.name is not set but required: What it is called (text). Set it in the properties"
            + " file, as a system property or as CAIRN_A_NAME in the environment",
        () -> configuration.get(NAME));
  }

  @Test
  void anUndeclaredSettingIsAMistakeOfTheProgram() {
    Configuration configuration = Configuration.builder().build(List.of(NAME));
    var refused = assertThrows(IllegalArgumentException.class, () -> configuration.find(COUNT));
    assertTrue(refused.getMessage().contains("cairn.a.max-count"), refused.getMessage());
  }

  @Test
  void whatIsNotOursInEnvironmentAndSystemPropertiesIsLeftAlone() {
    Configuration configuration =
        Configuration.builder()
            .environment(Map.of("PATH", "/bin", "CAIRNS", "x", "cairn.a.name", "x"))
            .systemProperties(properties("java.home", "/jdk"))
            .systemProperties(properties("cairnx", "x"))
            .build(KNOWN);
    assertEquals(Map.of("cairn.a.max-count", "3"), configuration.describe());
  }

  @Test
  void settingsOfTestsAreLeftAloneInEverySource() throws IOException {
    Configuration configuration =
        Configuration.builder()
            .file(file("cairn.test.scale = 1"))
            .environment(Map.of("CAIRN_TEST_SCALE", "1"))
            .systemProperties(properties("cairn.test.scale", "1"))
            .set("cairn.test.scale", "1")
            .build(KNOWN);
    assertEquals(Map.of("cairn.a.max-count", "3"), configuration.describe());
    assertRefused(
        "unknown setting 'cairn.testing'",
        () -> Configuration.builder().set("cairn.testing", "1").build(KNOWN));
  }

  @Test
  void aForeignKeyInOurOwnFileIsRefused() throws IOException {
    Path file = file("rocksdb.path = /data");
    assertRefused(
        "unknown setting 'rocksdb.path'", () -> Configuration.builder().file(file).build(KNOWN));
  }

  @Test
  void aFileIsUtf8() throws IOException {
    assertEquals(
        "é€🚀", Configuration.builder().file(file("cairn.a.name=é€🚀")).build(KNOWN).get(NAME));
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstKey() throws IOException {
    Path file = file("\uFEFFcairn.a.name=first");
    assertEquals("first", Configuration.builder().file(file).build(KNOWN).get(NAME));
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws IOException {
    Path missing = directory.resolve("missing.properties");
    var refused =
        assertThrows(ConfigurationException.class, () -> Configuration.builder().file(missing));
    assertEquals(
        "the configuration file " + missing + " cannot be read: there is no such file",
        refused.getMessage());
    assertInstanceOf(NoSuchFileException.class, refused.getCause());
    assertRefused("" + directory, () -> Configuration.builder().file(directory));
  }

  @Test
  void aFileThatMakesNoSenseIsNamedWithTheLine() throws IOException {
    Path latin1 =
        Files.write(
            directory.resolve("latin1"), new byte[] {'#', '\n', '\n', 'a', '=', (byte) 0xE9, '\n'});
    assertRefused(
        latin1 + " cannot be read: line 3 is not UTF-8",
        () -> Configuration.builder().file(latin1));
    Path badEscape = file("# \\u12\ncairn.a.max-count = \\\n  4\ncairn.a.name = \\u12\n");
    assertRefused(
        badEscape
            + " cannot be read: line 4 has a backslash and u without four hexadecimal digits after them",
        () -> Configuration.builder().file(badEscape));
  }

  @Test
  void aKeyDeclaredTwiceIsRefused() {
    Setting<Integer> same = Setting.number("cairn.a.name", 0, 1, "Something else");
    assertRefused(
        "the setting cairn.a.name is declared twice",
        () -> Configuration.builder().build(List.of(NAME, same)));
  }

  @Test
  void twoSettingsWithOneEnvironmentNameAreRefused() {
    Setting<String> dotted = Setting.text("cairn.a.max.count", "Something else");
    assertRefused(
        "cairn.a.max-count and cairn.a.max.count are both CAIRN_A_MAX_COUNT in the environment",
        () -> Configuration.builder().build(List.of(COUNT, dotted)));
  }

  @Test
  void theDescriptionShowsWhatHoldsInTheOrderOfKeys() {
    Configuration configuration = Configuration.builder().set(NAME.key(), "x").build(KNOWN);
    assertEquals("{cairn.a.max-count=3, cairn.a.name=x}", configuration.toString());
  }

  private Path file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "cairn", ".properties"), text);
  }

  private static Properties properties(String key, String value) {
    Properties properties = new Properties();
    properties.setProperty(key, value);
    return properties;
  }

  private static void assertRefused(String part, Executable call) {
    String message = assertThrows(ConfigurationException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }
}
