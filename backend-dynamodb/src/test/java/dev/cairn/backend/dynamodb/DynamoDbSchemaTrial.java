package dev.cairn.backend.dynamodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.contract.SchemaDamage;
import dev.cairn.testkit.contract.SchemaTrial;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables of a test. An item has no columns, but for the one that expiry looks at. */
final class DynamoDbSchemaTrial implements SchemaTrial {
  private final TestSettings settings;
  private final DynamoDbClient client;
  private final Backend backend;
  private final Backend other;

  DynamoDbSchemaTrial(TestSettings settings) {
    this.settings = settings;
    client = SdkClients.make(settings.read(), new RequestMeter());
    backend = settings.open();
    other = settings.with("region", "us-east-1").open();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public Backend ofAnotherDomain() {
    return other;
  }

  @Override
  public void damage(SchemaDamage damage) {
    String objects = settings.read().objectsTable();
    switch (damage) {
      case TABLE_MISSING -> client.deleteTable(request -> request.tableName(objects));
      case DOMAIN_MISSING ->
          client.deleteItem(
              request ->
                  request
                      .tableName(settings.read().referencesTable())
                      .key(RowKind.keyItem(RegionMark.KEY)));
      case COLUMN_MISSING ->
          client.updateTimeToLive(
              request ->
                  request
                      .tableName(objects)
                      .timeToLiveSpecification(ttl -> ttl.enabled(false).attributeName("x")));
      case TYPE_CHANGED -> {
        client.deleteTable(request -> request.tableName(objects));
        client.createTable(
            request ->
                request
                    .tableName(objects)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName(RowKind.KEY)
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName(RowKind.KEY)
                            .keyType(KeyType.HASH)
                            .build()));
      }
    }
  }

  @Override
  public void close() {
    client.close();
    backend.close();
    other.close();
  }
}
