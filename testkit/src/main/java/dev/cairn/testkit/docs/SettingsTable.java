package dev.cairn.testkit.docs;

import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.BackendFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The table of a backend's settings as a page of its documentation has it, made from the code, so
 * that a test can tell when the two differ.
 *
 * <pre>{@code
 * @Test
 * void settingsAreDocumented() throws IOException {
 *   SettingsTable.check(new MyBackendFactory(), Path.of("README.md"));
 * }
 * }</pre>
 */
public final class SettingsTable {
  /** Where this project's own backends are documented, from the directory of a module. */
  public static final Path BACKENDS = Path.of("..", "docs", "backends.md");

  private SettingsTable() {}

  /** Fails unless {@link #BACKENDS} has the settings of {@code factory}, all and no others. */
  public static void check(BackendFactory factory) throws IOException {
    check(factory, BACKENDS);
  }

  /**
   * Fails unless {@code page} has the settings of {@code factory}, all and no others.
   *
   * @param page a file in Markdown, from the directory in which tests run
   */
  public static void check(BackendFactory factory, Path page) throws IOException {
    String prefix = "cairn." + factory.name() + ".";
    if (!Files.exists(page)) {
      throw new AssertionError(
          "there is no page %s; name the one with the settings of %s, with the table:%n%s"
              .formatted(page.toAbsolutePath().normalize(), prefix, of(factory.settings())));
    }
    check(page, Files.readString(page), prefix, factory.settings());
  }

  static void check(Path file, String text, String prefix, List<Setting<?>> settings) {
    String table = of(settings);
    if (!text.contains(table)) {
      throw new AssertionError(
          file + " does not have the settings as the code has them. Put there:\n" + table);
    }
    Pattern row = Pattern.compile("(?m)^\\| `" + Pattern.quote(prefix));
    if (row.matcher(text).results().count() != settings.size()) {
      throw new AssertionError(
          "%s has other rows for settings that begin with %s than those of the code"
              .formatted(file, prefix));
    }
  }

  /** The table, in Markdown. */
  public static String of(List<Setting<?>> settings) {
    StringBuilder table = new StringBuilder("| setting | default | for |\n|---|---|---|\n");
    for (Setting<?> setting : settings) {
      String fallback = setting.defaultText().map(text -> " `" + text + "`").orElse("");
      table.append("| `%s` |%s | %s |\n".formatted(setting.key(), fallback, setting.description()));
    }
    return table.toString();
  }
}
