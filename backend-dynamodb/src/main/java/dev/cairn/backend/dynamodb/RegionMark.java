package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.SchemaMismatchException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * The item that records the region of the tables.
 *
 * <p>The region is the compare-and-swap domain. A global table copies this item with all others to
 * other regions, where conditional writes would decide independently; a process there finds the
 * name of another region and refuses to start.
 */
final class RegionMark {
  /** No row has this key: it begins with an empty tenant ID. */
  static final Bytes KEY = Bytes.wrap(new byte[] {0});

  private static final String FORMAT = "f";
  private static final String DOMAIN = "d";
  private static final String CURRENT_FORMAT = "1";

  private final Calls calls;
  private final DynamoDbSettings settings;

  RegionMark(Calls calls, DynamoDbSettings settings) {
    this.calls = calls;
    this.settings = settings;
  }

  /** Inserts the item if absent. */
  void write() {
    boolean unused =
        calls.repeatable(
            "recording the region",
            client -> {
              try {
                client.putItem(
                    request ->
                        request
                            .tableName(settings.referencesTable())
                            .item(item())
                            .conditionExpression("attribute_not_exists(" + RowKind.KEY + ")"));
                return true;
              } catch (ConditionalCheckFailedException e) {
                // The item exists, perhaps from an earlier try; verification checks its content.
                return false;
              }
            });
  }

  private Map<String, AttributeValue> item() {
    return Map.of(
        RowKind.KEY,
        RowKind.binary(KEY),
        FORMAT,
        AttributeValue.fromN(CURRENT_FORMAT),
        DOMAIN,
        AttributeValue.fromS(settings.region()));
  }

  /**
   * Whether the item exists.
   *
   * @throws SchemaMismatchException if it names another region or an unknown format
   */
  boolean isThere() {
    Map<String, AttributeValue> mark = calls.repeatable("reading the region", this::read).item();
    if (mark.isEmpty()) {
      return false;
    }
    String format = text(mark.get(FORMAT));
    String domain = text(mark.get(DOMAIN));
    if (!format.equals(CURRENT_FORMAT)) {
      throw new SchemaMismatchException(
          "the tables with the prefix '%s' have the format %s, but this release knows only %s; use the release that created them"
              .formatted(settings.tablePrefix(), format, CURRENT_FORMAT));
    }
    if (!domain.equals(settings.region())) {
      throw new SchemaMismatchException(
          "the tables with the prefix '%s' belong to the region %s, but this process is configured for %s."
                  .formatted(settings.tablePrefix(), domain, settings.region())
              + " Conditional writes are atomic within one region only: set %s to %s"
                  .formatted(DynamoDbBackendFactory.REGION.key(), domain));
    }
    return true;
  }

  /** Reads the item consistently. */
  GetItemResponse read(DynamoDbClient client) {
    return client.getItem(
        request ->
            request
                .tableName(settings.referencesTable())
                .key(RowKind.keyItem(KEY))
                .consistentRead(true));
  }

  private static String text(@Nullable AttributeValue value) {
    if (value == null) {
      return "(missing)";
    }
    return value.s() != null ? value.s() : String.valueOf(value.n());
  }
}
