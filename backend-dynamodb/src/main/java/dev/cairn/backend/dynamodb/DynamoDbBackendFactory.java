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

  /** Which tables are used. */
  public static final Setting<String> TABLE_PREFIX =
      Setting.text(
              "cairn.dynamodb.table-prefix",
              "What the names of the two tables begin with; `references` and `objects` follow")
          .withDefault("cairn-");

  /** The region, which is the compare-and-swap domain. */
  public static final Setting<String> REGION =
      Setting.text(
          "cairn.dynamodb.region",
          "The AWS region of the tables; without it the region is found as the AWS SDK usually"
              + " does");

  /** Another address than that of the region. */
  public static final Setting<String> ENDPOINT =
      Setting.text(
          "cairn.dynamodb.endpoint",
          "The address to connect to in place of the region's own, such as that of a VPC endpoint"
              + " or of DynamoDB Local");

  /** A profile of the AWS SDK. */
  public static final Setting<String> PROFILE =
      Setting.text(
          "cairn.dynamodb.profile",
          "The profile in the AWS configuration files from which credentials and region come");

  /** The public half of a key. */
  public static final Setting<String> ACCESS_KEY_ID =
      Setting.text(
              "cairn.dynamodb.access-key-id",
              "An access key; without one, credentials are found as the AWS SDK usually does")
          .asSecret();

  /** The secret half of a key. */
  public static final Setting<String> SECRET_ACCESS_KEY =
      Setting.text("cairn.dynamodb.secret-access-key", "The secret of the access key").asSecret();

  /** How long a connection may take. */
  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration(
              "cairn.dynamodb.connect-timeout",
              "How long making a connection, or waiting for a free one, may take")
          .withDefault("PT2S");

  /** How long an answer may take. */
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "cairn.dynamodb.request-timeout",
              "How long the database may be silent after a request; the outcome of a conditional"
                  + " write is then unknown")
          .withDefault("PT5S");

  /** How long to insist. */
  public static final Setting<Duration> RETRY_TIME =
      Setting.duration(
              "cairn.dynamodb.retry-time",
              "For how long throttled requests, and reads and bulk writes that failed, are tried"
                  + " again")
          .withDefault("PT10S");

  /** How many connections at once. */
  public static final Setting<Integer> MAX_CONNECTIONS =
      Setting.number(
              "cairn.dynamodb.max-connections", 1, 10_000, "How many connections there are at most")
          .withDefault("64");

  /** How many requests at once. */
  public static final Setting<Integer> PARALLELISM =
      Setting.number(
              "cairn.dynamodb.parallelism",
              1,
              256,
              "How many threads send the parts of bulk calls and scans that take several requests")
          .withDefault("8");

  /** How many parts a scan has. */
  public static final Setting<Integer> SCAN_SEGMENTS =
      Setting.number(
              "cairn.dynamodb.scan-segments",
              1,
              ScanProgress.MOST_SEGMENTS,
              "In how many segments a new scan reads a table at once")
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
          "%s and %s are both set; give credentials in one way"
              .formatted(PROFILE.key(), ACCESS_KEY_ID.key()));
    }
    if (configuration.get(PARALLELISM) > configuration.get(MAX_CONNECTIONS)) {
      throw new ConfigurationException(
          "%s is larger than %s; each thread needs a connection"
              .formatted(PARALLELISM.key(), MAX_CONNECTIONS.key()));
    }
    return new DynamoDbSettings(
        prefix(configuration.get(TABLE_PREFIX)),
        configuration.find(REGION).orElseGet(() -> Clients.usualRegion(profile)),
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
          "%s = '%s': names of tables have letters, digits, '_', '.' and '-' only, and a prefix at"
                  .formatted(TABLE_PREFIX.key(), text)
              + " most 200 of them");
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
      // The message below leaves it out: it could have a password in it.
    }
    throw new ConfigurationException(
        ENDPOINT.key()
            + " is not an address such as https://dynamodb.eu-west-1.amazonaws.com or"
            + " http://localhost:8000");
  }

  // To the SDK zero means no limit.
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
