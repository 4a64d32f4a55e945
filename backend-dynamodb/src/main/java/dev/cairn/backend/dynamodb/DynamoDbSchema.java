package dev.cairn.backend.dynamodb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.SchemaMismatchException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** The two tables, with time to live on the second, and the {@link RegionMark} in the first. */
final class DynamoDbSchema {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_CREATION = Duration.ofMinutes(3);

  private final Calls calls;
  private final DynamoDbSettings settings;
  private final RegionMark mark;

  DynamoDbSchema(Calls calls, DynamoDbSettings settings) {
    this.calls = calls;
    this.settings = settings;
    mark = new RegionMark(calls, settings);
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
    mark.write();
    verify();
  }

  private List<String> tables() {
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
                // Another process creates it, or a lost reply hid that this one did.
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
            "the table %s is still being created; create the schema again later".formatted(table));
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
                // Another process may have been faster; verification shows it if not.
                if ("ValidationException".equals(Failure.code(e))) {
                  return false;
                }
                throw e;
              }
            });
  }

  void verify() {
    for (String table : tables()) {
      TableDescription found = find(table).orElseThrow(() -> mismatch("missing table " + table));
      check(table, found);
    }
    TimeToLiveDescription ttl = expiry();
    if (!isEnabled(ttl)) {
      throw mismatch(
          "time to live on %s is %s (attribute %s)"
              .formatted(
                  settings.objectsTable(), ttl.timeToLiveStatusAsString(), ttl.attributeName()));
    }
    if (!mark.isThere()) {
      throw mismatch("%s has no item that names its region".formatted(settings.referencesTable()));
    }
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

  private SchemaMismatchException mismatch(String found) {
    return new SchemaMismatchException(
        found + " in " + settings.region() + ". Required:\n" + AwsCommands.of(settings));
  }
}
