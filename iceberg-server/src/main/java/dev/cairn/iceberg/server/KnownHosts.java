package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The names under which clients may reach the server.
 *
 * <p>A page in a browser can reach a server that only its machine can reach: it gives a name of its
 * own the address of this machine (DNS rebinding), or sends requests whose answers it cannot read.
 * The first come with a host that is not known here, the second with the origin of the page. {@code
 * X-Forwarded-Host} is not looked at: any client can send it.
 */
final class KnownHosts {
  /** How a request is refused. */
  record Refusal(int status, String type, String reason) {}

  private static final String LOCALHOST = "localhost";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  /** An address is not a name that a page could own. Jetty has parsed what is in brackets. */
  private static final Pattern ADDRESS =
      Pattern.compile("\\[.*\\]|\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

  private static final Pattern ORIGIN =
      Pattern.compile("[a-z][a-z0-9+.-]*://(\\[[^\\]]*\\]|[^:/\\[]+)(:\\d+)?");

  private final Set<String> names;
  private final boolean areOthersRefused;

  private KnownHosts(Set<String> names, boolean areOthersRefused) {
    this.names = names;
    this.areOthersRefused = areOthersRefused;
  }

  /**
   * The names that {@code configuration} allows. Without any, a server on {@code address} takes
   * every name if other machines reach it.
   */
  static KnownHosts of(Configuration configuration, InetAddress address) {
    Set<String> names = new HashSet<>();
    Optional<String> allowed = configuration.find(ServerSettings.ALLOWED_HOSTS);
    for (String each : allowed.map(text -> text.split(",", -1)).orElse(new String[0])) {
      if (!NAME.matcher(each.strip()).matches()) {
        throw new ConfigurationException(
            "%s = '%s' is not a list of host names without ports, such as catalog.example.org,catalog"
                .formatted(ServerSettings.ALLOWED_HOSTS, allowed.orElse("")));
      }
      names.add(each.strip().toLowerCase(Locale.ROOT));
    }
    names.add(configuration.get(ServerSettings.HOST).toLowerCase(Locale.ROOT));
    return new KnownHosts(names, allowed.isPresent() || address.isLoopbackAddress());
  }

  /** The refusal of {@code request}, if it is refused. */
  Optional<Refusal> refusal(Request request) {
    return refusal(
        request.getHttpURI().getHost(), request.getHeaders().getValuesList(HttpHeader.ORIGIN));
  }

  /**
   * The refusal of a request, if it is refused.
   *
   * <p>An unknown host is answered 421 (misdirected request): Iceberg's client deletes the files of
   * a commit when it gets 403, although another server, under a name known there, may have applied
   * it before. Only browsers send an origin.
   *
   * @param sent the host that it was sent to; null if it names none, as only old clients do
   * @param origins what a browser says of the page that made it
   */
  Optional<Refusal> refusal(@Nullable String sent, List<String> origins) {
    String host = sent == null ? "" : normalized(sent);
    if (areOthersRefused && !isKnown(host)) {
      return Optional.of(
          new Refusal(
              421,
              "MisdirectedRequestException",
              "The host name '%s' is not known here: use an address or localhost, or add the name to %s of the server"
                  .formatted(host, ServerSettings.ALLOWED_HOSTS)));
    }
    for (String origin : origins) {
      Matcher parsed = ORIGIN.matcher(origin.toLowerCase(Locale.ROOT));
      boolean isOwn =
          parsed.matches()
              && (normalized(parsed.group(1)).equals(host)
                  || names.contains(normalized(parsed.group(1))));
      if (!isOwn) {
        return Optional.of(
            new Refusal(
                403,
                "ForbiddenException",
                "Requests from pages of '%s' are refused; if they are yours, add its host name to %s of the server"
                    .formatted(origin, ServerSettings.ALLOWED_HOSTS)));
      }
    }
    return Optional.empty();
  }

  private boolean isKnown(String host) {
    return host.isEmpty()
        || host.equals(LOCALHOST)
        || names.contains(host)
        || ADDRESS.matcher(host).matches();
  }

  // A name that ends with a dot is the same name.
  private static String normalized(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
