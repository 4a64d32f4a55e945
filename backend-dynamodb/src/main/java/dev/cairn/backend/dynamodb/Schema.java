package dev.cairn.backend.dynamodb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.SchemaMismatchException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * The two tables, and the item in the first that says which region they belong to.
 *
 * <p>The region is the compare-and-swap domain. A global table copies that item with all others to
 * other regions, where conditional writes would decide on their own; a process there finds the name
 * of another region than its own and refuses to work.
 */
final class Schema {
  /** Begins as no row's key does: with an empty tenant ID. */
  static final Bytes MARK_KEY = Bytes.wrap(new byte[] {0});

  private static final String FORMAT = "f";
  private static final String DOMAIN = "d";
  private static final String CURRENT_FORMAT = "1";
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_CREATION = Duration.ofMinutes(3);

  private final Calls calls;
  private final DynamoDbSettings settings;

  Schema(Calls calls, DynamoDbSettings settings) {
    this.calls = calls;
    this.settings = settings;
  }

  void create() {
    for (String table : tables()) {
      if (find(table).isEmpty()) {
        createTable(table);
      }
    }
    for (String table : tables()) {
      awaitActive(table);
    }
    enableExpiry();
    mark();
    verify();
  }

  private List<String> tables() {
    return tables(settings);
  }

  private static List<String> tables(DynamoDbSettings settings) {
    return List.of(settings.referencesTable(), settings.objectsTable());
  }

  Optional<TableDescription> find(String table) {
    return calls.repeatable(
        "describing " + table,
        client -> {
          try {
            return Optional.of(client.describeTable(request -> request.tableName(table)).table());
          } catch (ResourceNotFoundException e) {
            return Optional.empty();
          }
        });
  }

  private void createTable(String table) {
    boolean unused =
        calls.repeatable(
            "creating " + table,
            client -> {
              try {
                client.createTable(
                    request ->
                        request
                            .tableName(table)
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .attributeDefinitions(
                                AttributeDefinition.builder()
                                    .attributeName(RowKind.KEY)
                                    .attributeType(ScalarAttributeType.B)
                                    .build())
                            .keySchema(
                                KeySchemaElement.builder()
                                    .attributeName(RowKind.KEY)
                                    .keyType(KeyType.HASH)
                                    .build()));
                return true;
              } catch (ResourceInUseException e) {
                // Somebody else creates it, or a lost reply hid that this process has.
                return false;
              }
            });
  }

  private void awaitActive(String table) {
    Duration waited = Duration.ZERO;
    while (find(table).map(TableDescription::tableStatus).orElse(TableStatus.CREATING)
        == TableStatus.CREATING) {
      if (waited.compareTo(LONGEST_CREATION) >= 0 || Thread.currentThread().isInterrupted()) {
        throw new BackendUnavailableException(
            "the table %s is still being created; run this again later".formatted(table));
      }
      calls.patience().waiter().await(PAUSE);
      waited = waited.plus(PAUSE);
    }
  }

  private void enableExpiry() {
    if (isEnabled(expiry())) {
      return;
    }
    boolean unused =
        calls.repeatable(
            "switching on time to live",
            client -> {
              try {
                client.updateTimeToLive(
                    request ->
                        request
                            .tableName(settings.objectsTable())
                            .timeToLiveSpecification(
                                ttl -> ttl.enabled(true).attributeName(RowKind.EXPIRY)));
                return true;
              } catch (DynamoDbException e) {
                // Another process may have been faster; verifying tells if it was not.
                if ("ValidationException".equals(Failure.code(e))) {
                  return false;
                }
                throw e;
              }
            });
  }

  private void mark() {
    boolean unused =
        calls.repeatable(
            "recording the region",
            client -> {
              try {
                client.putItem(
                    request ->
                        request
                            .tableName(settings.referencesTable())
                            .item(markItem())
                            .conditionExpression("attribute_not_exists(" + RowKind.KEY + ")"));
                return true;
              } catch (ConditionalCheckFailedException e) {
                // It is there, perhaps by an earlier try; verifying looks what it says.
                return false;
              }
            });
  }

  private Map<String, AttributeValue> markItem() {
    return Map.of(
        RowKind.KEY,
        RowKind.binary(MARK_KEY),
        FORMAT,
        AttributeValue.fromN(CURRENT_FORMAT),
        DOMAIN,
        AttributeValue.fromS(settings.region()));
  }

  void verify() {
    for (String table : tables()) {
      TableDescription found =
          find(table).orElseThrow(() -> mismatch("there is no table " + table));
      check(table, found);
    }
    TimeToLiveDescription ttl = expiry();
    if (!isEnabled(ttl)) {
      throw mismatch(
          "time to live on %s is %s (attribute %s)"
              .formatted(
                  settings.objectsTable(), ttl.timeToLiveStatusAsString(), ttl.attributeName()));
    }
    checkMark();
  }

  private void check(String table, TableDescription found) {
    boolean keyed =
        found.keySchema().size() == 1
            && found.keySchema().get(0).keyType() == KeyType.HASH
            && found.keySchema().get(0).attributeName().equals(RowKind.KEY)
            && found.attributeDefinitions().stream()
                .anyMatch(
                    attribute ->
                        attribute.attributeName().equals(RowKind.KEY)
                            && attribute.attributeType() == ScalarAttributeType.B);
    if (!keyed) {
      throw mismatch(
          "the key of the table %s is %s with attributes %s"
              .formatted(table, found.keySchema(), found.attributeDefinitions()));
    }
    if (found.tableStatus() != TableStatus.ACTIVE && found.tableStatus() != TableStatus.UPDATING) {
      throw mismatch("the table %s is %s".formatted(table, found.tableStatusAsString()));
    }
  }

  private TimeToLiveDescription expiry() {
    return calls
        .repeatable(
            "describing time to live of " + settings.objectsTable(),
            client -> client.describeTimeToLive(r -> r.tableName(settings.objectsTable())))
        .timeToLiveDescription();
  }

  private static boolean isEnabled(TimeToLiveDescription ttl) {
    return RowKind.EXPIRY.equals(ttl.attributeName())
        && (ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLED
            || ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
  }

  private void checkMark() {
    Map<String, AttributeValue> mark =
        calls.repeatable("reading the region", this::readMark).item();
    if (mark.isEmpty()) {
      throw mismatch("%s has no item that names its region".formatted(settings.referencesTable()));
    }
    String format = text(mark.get(FORMAT));
    String domain = text(mark.get(DOMAIN));
    if (!format.equals(CURRENT_FORMAT)) {
      throw new SchemaMismatchException(
          "the tables with the prefix '%s' have the format %s; this release knows %s only"
              .formatted(settings.tablePrefix(), format, CURRENT_FORMAT));
    }
    if (!domain.equals(settings.region())) {
      throw new SchemaMismatchException(
          "the tables with the prefix '%s' belong to the region %s, and this process is configured for %s."
                  .formatted(settings.tablePrefix(), domain, settings.region())
              + " Conditional writes hold within one region: set %s to %s"
                  .formatted(DynamoDbBackendFactory.REGION.key(), domain));
    }
  }

  GetItemResponse readMark(DynamoDbClient client) {
    return client.getItem(
        request ->
            request
                .tableName(settings.referencesTable())
                .key(RowKind.keyItem(MARK_KEY))
                .consistentRead(true));
  }

  private static String text(@Nullable AttributeValue value) {
    if (value == null) {
      return "(missing)";
    }
    return value.s() != null ? value.s() : String.valueOf(value.n());
  }

  private SchemaMismatchException mismatch(String found) {
    return new SchemaMismatchException(
        found + " in " + settings.region() + ". Needed is:\n" + describe());
  }

  String describe() {
    return describe(settings);
  }

  /** The commands with which an operator makes what {@link #create} makes. */
  static String describe(DynamoDbSettings settings) {
    String region = " --region " + settings.region();
    List<String> commands = new ArrayList<>();
    for (String table : tables(settings)) {
      commands.add(
          "aws dynamodb create-table --table-name "
              + table
              + " --attribute-definitions AttributeName=k,AttributeType=B"
              + " --key-schema AttributeName=k,KeyType=HASH"
              + " --billing-mode PAY_PER_REQUEST"
              + region);
      commands.add("aws dynamodb wait table-exists --table-name " + table + region);
    }
    commands.add(
        "aws dynamodb update-time-to-live --table-name "
            + settings.objectsTable()
            + " --time-to-live-specification Enabled=true,AttributeName=x"
            + region);
    commands.add(
        "aws dynamodb put-item --table-name "
            + settings.referencesTable()
            + " --condition-expression 'attribute_not_exists(k)' --item"
            + " '{\"k\":{\"B\":\"AA==\"},\"f\":{\"N\":\"1\"},\"d\":{\"S\":\""
            + settings.region()
            + "\"}}'"
            + region);
    return String.join("\n", commands);
  }
}
