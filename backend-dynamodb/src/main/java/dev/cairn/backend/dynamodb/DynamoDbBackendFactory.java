package dev.cairn.backend.dynamodb;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.Waiter;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** Opens backends called {@code dynamodb}, on tables that an operator created. */
public final class DynamoDbBackendFactory implements BackendFactory {
  /** The name for {@code cairn.backend}. */
  public static final String NAME = "dynamodb";

  /** The prefix of the table names. */
  public static final Setting<String> TABLE_PREFIX =
      Setting.text(
              "cairn.dynamodb.table-prefix",
              "The prefix of the names of the two tables, before `references` and `objects`")
          .withDefault("cairn-");

  /** The region, which is the compare-and-swap domain. */
  public static final Setting<String> REGION =
      Setting.text(
          "cairn.dynamodb.region", "The AWS region of the tables; by default the AWS SDK finds it");

  /** An address other than the region's. */
  public static final Setting<String> ENDPOINT =
      Setting.text(
          "cairn.dynamodb.endpoint",
          "The address to connect to instead of the region's own, such as that of a VPC"
              + " endpoint or of DynamoDB Local");

  /** A profile of the AWS SDK. */
  public static final Setting<String> PROFILE =
      Setting.text(
          "cairn.dynamodb.profile",
          "The profile in the AWS configuration files that has credentials and region");

  /** The public half of a key. */
  public static final Setting<String> ACCESS_KEY_ID =
      Setting.text(
              "cairn.dynamodb.access-key-id",
              "An access key; by default the AWS SDK finds credentials")
          .asSecret();

  /** The secret half of a key. */
  public static final Setting<String> SECRET_ACCESS_KEY =
      Setting.text("cairn.dynamodb.secret-access-key", "The secret of the access key").asSecret();

  /** The timeout of a connection. */
  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration(
              "cairn.dynamodb.connect-timeout",
              "How long to wait for a new connection, or for a free one")
          .withDefault("PT2S");

  /** The timeout of a reply. */
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "cairn.dynamodb.request-timeout",
              "How long to wait for a reply; after that, the outcome of a conditional write"
                  + " is unknown")
          .withDefault("PT5S");

  /** How long to repeat requests. */
  public static final Setting<Duration> RETRY_TIME =
      Setting.duration(
              "cairn.dynamodb.retry-time",
              "How long to repeat throttled requests, and reads and bulk writes that failed")
          .withDefault("PT10S");

  /** The limit of connections. */
  public static final Setting<Integer> MAX_CONNECTIONS =
      Setting.number(
              "cairn.dynamodb.max-connections", 1, 10_000, "The largest number of connections")
          .withDefault("64");

  /** The number of threads that send requests. */
  public static final Setting<Integer> PARALLELISM =
      Setting.number(
              "cairn.dynamodb.parallelism",
              1,
              256,
              "How many threads send the parts of bulk calls and scans that take several requests")
          .withDefault("8");

  /** The number of segments of a scan. */
  public static final Setting<Integer> SCAN_SEGMENTS =
      Setting.number(
              "cairn.dynamodb.scan-segments",
              1,
              ScanProgress.MOST_SEGMENTS,
              "How many segments of a table a new scan reads in parallel")
          .withDefault("4");

  private static final Pattern PREFIX = Pattern.compile("[a-zA-Z0-9_.-]{1,200}");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(
        TABLE_PREFIX,
        REGION,
        ENDPOINT,
        PROFILE,
        ACCESS_KEY_ID,
        SECRET_ACCESS_KEY,
        CONNECT_TIMEOUT,
        REQUEST_TIMEOUT,
        RETRY_TIME,
        MAX_CONNECTIONS,
        PARALLELISM,
        SCAN_SEGMENTS);
  }

  @Override
  public Backend open(Configuration configuration) {
    return open(read(configuration));
  }

  static DynamoDbBackend open(DynamoDbSettings settings) {
    Patience patience =
        new Patience(
            settings.retryTime(),
            InstantSource.system(),
            Waiter.system(),
            () -> ThreadLocalRandom.current().nextDouble());
    return DynamoDbBackend.open(settings, patience);
  }

  static DynamoDbSettings read(Configuration configuration) {
    Optional<String> profile = configuration.find(PROFILE);
    Optional<DynamoDbSettings.Keys> keys = keys(configuration);
    if (profile.isPresent() && keys.isPresent()) {
      throw new ConfigurationException(
          "%s and %s are both set; set only one of them"
              .formatted(PROFILE.key(), ACCESS_KEY_ID.key()));
    }
    if (configuration.get(PARALLELISM) > configuration.get(MAX_CONNECTIONS)) {
      throw new ConfigurationException(
          "%s is larger than %s; each thread needs a connection, so lower the first or raise the second"
              .formatted(PARALLELISM.key(), MAX_CONNECTIONS.key()));
    }
    return new DynamoDbSettings(
        prefix(configuration.get(TABLE_PREFIX)),
        configuration.find(REGION).orElseGet(() -> SdkClients.usualRegion(profile)),
        configuration.find(ENDPOINT).map(DynamoDbBackendFactory::endpoint),
        profile,
        keys,
        positive(configuration, CONNECT_TIMEOUT),
        positive(configuration, REQUEST_TIMEOUT),
        configuration.get(RETRY_TIME),
        configuration.get(MAX_CONNECTIONS),
        configuration.get(PARALLELISM),
        configuration.get(SCAN_SEGMENTS));
  }

  private static Optional<DynamoDbSettings.Keys> keys(Configuration configuration) {
    Optional<String> id = configuration.find(ACCESS_KEY_ID);
    Optional<String> secret = configuration.find(SECRET_ACCESS_KEY);
    if (id.isPresent() != secret.isPresent()) {
      throw new ConfigurationException(
          "%s and %s belong together; set both or none"
              .formatted(ACCESS_KEY_ID.key(), SECRET_ACCESS_KEY.key()));
    }
    return id.map(value -> new DynamoDbSettings.Keys(value, secret.orElseThrow()));
  }

  private static String prefix(String text) {
    if (!PREFIX.matcher(text).matches()) {
      throw new ConfigurationException(
          "%s = '%s' is not a valid prefix; use letters, digits, '_', '.' and '-', at"
                  .formatted(TABLE_PREFIX.key(), text)
              + " most 200 characters");
    }
    return text;
  }

  private static URI endpoint(String text) {
    try {
      URI uri = new URI(text);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (http && uri.getHost() != null && uri.getUserInfo() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // The message below omits the text, which could contain a password.
    }
    throw new ConfigurationException(
        ENDPOINT.key()
            + " is not a valid address; use one such as https://dynamodb.eu-west-1.amazonaws.com or"
            + " http://localhost:8000");
  }

  // The SDK takes zero for no limit.
  private static Duration positive(Configuration configuration, Setting<Duration> setting) {
    Duration duration = configuration.get(setting);
    if (duration.toMillis() < 1 || duration.toMillis() > Integer.MAX_VALUE) {
      throw new ConfigurationException(
          "%s = %s: give a time from PT0.001S to %s"
              .formatted(setting.key(), duration, Duration.ofMillis(Integer.MAX_VALUE)));
    }
    return duration;
  }
}
