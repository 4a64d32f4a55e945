package dev.cairn.backend.jdbc;

import dev.cairn.api.ConfigurationException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads JDBC URLs, and keeps their secrets out of messages: everything behind the name of the
 * database may be one.
 */
final class JdbcUrl {
  private static final Pattern OPTIONS = Pattern.compile("[?;].*", Pattern.DOTALL);
  private static final Pattern AUTHORITY = Pattern.compile("//([^/?;]*)");
  private static final Pattern HOSTS =
      Pattern.compile("((\\[[^\\]@]*]|[^:,@\\[\\]]*)(:[0-9]*)?(,|$))*");
  private static final int SHORTEST_SECRET = 3;

  private JdbcUrl() {}

  /** The URL without its options. */
  static String withoutSecrets(String url) {
    return OPTIONS.matcher(url).replaceFirst("");
  }

  /** Refuses a URL with an option, whatever the case of its name, that is not {@code allowed}. */
  static void check(String url, String option, String allowed, String why) {
    Matcher found = Pattern.compile("(?i)[?;&]" + Pattern.quote(option) + "=([^&;]*)").matcher(url);
    while (found.find()) {
      if (!found.group(1).equalsIgnoreCase(allowed)) {
        throw refused("%s may be %s only: %s".formatted(option, allowed, why));
      }
    }
  }

  /**
   * Refuses URLs in which a driver would take a password for a host or a port, and then repeat it
   * in messages and logs.
   */
  static void check(String url) {
    Matcher authority = AUTHORITY.matcher(withoutSecrets(url));
    if (authority.find() && !HOSTS.matcher(authority.group(1)).matches()) {
      throw refused(
          "between // and / it must have host:port, or several of these with commas; user and"
              + " password are set with %s and %s"
                  .formatted(JdbcBackendFactory.USER.key(), JdbcBackendFactory.PASSWORD.key()));
    }
  }

  static ConfigurationException refused(String why) {
    return new ConfigurationException(
        "%s = (hidden) is refused: %s".formatted(JdbcBackendFactory.URL.key(), why));
  }

  /** Whether a message of {@code e} or of its causes repeats the password or options of the URL. */
  static boolean isRepeatedBy(Throwable e, JdbcSettings settings) {
    String options = settings.url().substring(withoutSecrets(settings.url()).length());
    Stream<String> values =
        Arrays.stream(options.split("[?;&]", -1))
            .map(option -> option.substring(option.indexOf('=') + 1))
            .filter(value -> value.length() >= SHORTEST_SECRET);
    String[] secrets = Stream.concat(values, settings.password().stream()).toArray(String[]::new);
    for (Throwable each = e; each != null; each = each.getCause()) {
      String message = String.valueOf(each.getMessage());
      if (Arrays.stream(secrets).anyMatch(message::contains)) {
        return true;
      }
    }
    return false;
  }
}
