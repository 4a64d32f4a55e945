package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import java.util.regex.Pattern;

/** Settings that are well-formed and make no sense. */
final class SettingChecks {
  /**
   * Characters that may stand in a path as they are and that no encoder leaves in most names. A
   * letter would split words, a slash would lead to another resource.
   */
  private static final Pattern SEPARATOR =
      Pattern.compile("(%[0-9A-Fa-f]{2}|[-._~!$&'()*+,;:=@])+");

  private SettingChecks() {}

  static void check(Configuration configuration) {
    long body = configuration.get(ServerSettings.MAX_BODY);
    long buffered = configuration.get(ServerSettings.MAX_BUFFERED);
    if (body > buffered) {
      throw new ConfigurationException(
          "%s is larger than %s: a body of that size would be refused again and again; raise the second"
              .formatted(ServerSettings.MAX_BODY, ServerSettings.MAX_BUFFERED));
    }
    String separator = configuration.get(ServerSettings.NAMESPACE_SEPARATOR);
    if (!SEPARATOR.matcher(separator).matches()) {
      throw new ConfigurationException(
          "%s = '%s' cannot separate the levels of a namespace in URLs; take characters such as %%1F, %%2E or ."
              .formatted(ServerSettings.NAMESPACE_SEPARATOR, separator));
    }
  }
}
