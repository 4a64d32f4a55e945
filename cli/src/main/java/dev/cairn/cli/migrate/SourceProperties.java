package dev.cairn.cli.migrate;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.iceberg.CatalogProperties;

/**
 * The properties that configure the client of the source. Values that are not known to be harmless
 * count as secrets, which no message contains.
 */
public final class SourceProperties {
  /** How many names the source is asked for at a time. */
  static final String PAGE_SIZE = "rest-page-size";

  private static final String HIDDEN = "***";

  /** What the headers of requests have, also if the source makes a new token of what it got. */
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)\\b(bearer|basic)\\s+[A-Za-z0-9._~+/=-]+");

  private static final Set<String> HARMLESS =
      Set.of(
          CatalogProperties.URI,
          CatalogProperties.WAREHOUSE_LOCATION,
          PAGE_SIZE,
          "prefix",
          "scope",
          "audience",
          "resource",
          "oauth2-server-uri",
          "rest.auth.type",
          "namespace-separator",
          "view-endpoints-supported");

  /** A source that is silent for this long counts as gone. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          PAGE_SIZE,
          "1000",
          "rest.client.connection-timeout-ms",
          "10000",
          "rest.client.socket-timeout-ms",
          "60000");

  private final URI uri;
  private final Map<String, String> all;
  private final Set<String> secrets;

  /**
   * Checks the properties.
   *
   * @throws IllegalArgumentException if the address is none, or has a secret in it
   */
  public SourceProperties(String address, Map<String, String> given) {
    uri = checked(address);
    if (given.containsKey(CatalogProperties.URI)) {
      throw new IllegalArgumentException("the property uri of the source is given by --from");
    }
    all = new TreeMap<>(DEFAULTS);
    all.putAll(given);
    checkPageSize(pageSize());
    all.put(CatalogProperties.URI, uri.toString());
    secrets = secrets(given);
  }

  // What is no address may be anything, also a secret, so it is in no message.
  private static URI checked(String address) {
    Optional<URI> uri = parsed(address);
    if (uri.filter(each -> each.getRawUserInfo() != null).isPresent()) {
      throw new IllegalArgumentException(
          "--from has a user or password in it; put them into a file with properties of the source, and name it by --from-properties");
    }
    return uri.filter(SourceProperties::isOfServer)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--from is no address of a REST catalog; write http://HOST[:PORT][/PATH] or https://HOST[:PORT][/PATH]"));
  }

  private static Optional<URI> parsed(String address) {
    try {
      return Optional.of(new URI(address));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static boolean isOfServer(URI uri) {
    return ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
        && uri.getHost() != null
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null;
  }

  private static void checkPageSize(String text) {
    if (!text.matches("[1-9]\\d{0,5}")) {
      throw new IllegalArgumentException(
          "the property %s of the source is '%s'; it has to be a number from 1 to 999999"
              .formatted(PAGE_SIZE, text));
    }
  }

  private static boolean isHarmless(String name) {
    return HARMLESS.contains(name)
        || name.matches(
            "rest\\.client\\.(max-retries|[a-z-]*timeout-ms|[a-z-]*connections[a-z-]*)");
  }

  private static Set<String> secrets(Map<String, String> given) {
    // Those that contain others first.
    Set<String> found = new LinkedHashSet<>();
    given.forEach(
        (name, value) -> {
          if (!isHarmless(name)) {
            found.add(value);
            found.add(value.substring(value.indexOf(':') + 1)); // of an ID and a secret
          }
        });
    found.removeIf(String::isEmpty);
    Set<String> sorted = new LinkedHashSet<>();
    found.stream().sorted(Comparator.comparingInt(String::length).reversed()).forEach(sorted::add);
    return sorted;
  }

  /** The address of the source. */
  public URI uri() {
    return uri;
  }

  String pageSize() {
    return all.getOrDefault(PAGE_SIZE, "");
  }

  /** All properties, secrets included. */
  Map<String, String> all() {
    return Map.copyOf(all);
  }

  /** {@code text} without secrets. */
  String withoutSecrets(String text) {
    String clean = CREDENTIALS.matcher(text).replaceAll("$1 " + HIDDEN.replace("$", "\\$"));
    for (String secret : secrets) {
      clean = clean.replace(secret, HIDDEN);
    }
    return clean;
  }

  /** Leaves the values out, which may be secrets. */
  @Override
  public String toString() {
    return "source at " + uri;
  }
}
