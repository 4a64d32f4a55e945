package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.Race;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class SchemaTest {
  @RegisterExtension final TestRun run = new TestRun();

  private TestSettings settings;

  @BeforeEach
  void choosePrefix() {
    settings = TestSettings.of(run, "schema-" + UUID.randomUUID() + "-");
  }

  private void withClient(Consumer<DynamoDbClient> work) {
    try (DynamoDbClient client = SdkClients.make(settings.read(), new RequestMeter())) {
      work.accept(client);
    }
  }

  /** Checks that verification fails with {@code found} and with the commands to apply. */
  private void mismatch(String found) {
    try (DynamoDbBackend backend = settings.open()) {
      SchemaMismatchException e =
          assertThrows(SchemaMismatchException.class, backend::verifySchema);
      assertTrue(e.getMessage().contains(found), e::getMessage);
      assertTrue(e.getMessage().contains(backend.describeSchema()), e::getMessage);
    }
  }

  @Test
  void missingTablesArePrintedAsCommandsThatCreateThem() {
    mismatch("missing table");
    try (DynamoDbBackend backend = settings.open()) {
      String text = backend.describeSchema();
      for (String table :
          List.of(settings.read().referencesTable(), settings.read().objectsTable())) {
        assertTrue(
            text.contains(
                "aws dynamodb create-table --table-name "
                    + table
                    + " --attribute-definitions AttributeName=k,AttributeType=B"
                    + " --key-schema AttributeName=k,KeyType=HASH"
                    + " --billing-mode PAY_PER_REQUEST --region eu-west-1"),
            text);
      }
      assertTrue(text.contains("\"d\":{\"S\":\"eu-west-1\"}"), text);
      assertFalse(backend.health().healthy());
      assertThrows(
          SchemaMismatchException.class,
          () -> backend.fetch(List.of(Rows.key(Rows.scope(), 1)), ReadMode.STRONG));
    }
  }

  @Test
  void describedItemIsTheOneThatIsWritten() {
    settings.create().close();
    withClient(
        client -> {
          Map<String, AttributeValue> item =
              client
                  .getItem(
                      request ->
                          request
                              .tableName(settings.read().referencesTable())
                              .key(RowKind.keyItem(RegionMark.KEY)))
                  .item();
          assertEquals("AA==", Base64.getEncoder().encodeToString(item.get("k").b().asByteArray()));
          assertEquals("1", item.get("f").n());
          assertEquals("eu-west-1", item.get("d").s());
          assertEquals(3, item.size());
        });
  }

  @Test
  void manyThatCreateAtOnceAllSucceed() {
    List<Boolean> unused =
        Race.run(
            4,
            thread -> {
              try (DynamoDbBackend backend = settings.create()) {
                backend.verifySchema();
                return true;
              }
            });
    try (DynamoDbBackend backend = settings.open()) {
      assertDoesNotThrow(backend::verifySchema);
      assertTrue(backend.health().healthy());
    }
  }

  @Test
  void tableWithAnotherKeyIsAMismatchAndStaysUnchanged() {
    withClient(
        client ->
            client.createTable(
                request ->
                    request
                        .tableName(settings.read().objectsTable())
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(
                            AttributeDefinition.builder()
                                .attributeName("k")
                                .attributeType(ScalarAttributeType.S)
                                .build())
                        .keySchema(
                            KeySchemaElement.builder()
                                .attributeName("k")
                                .keyType(KeyType.HASH)
                                .build())));
    try (DynamoDbBackend backend = settings.open()) {
      assertThrows(SchemaMismatchException.class, backend::createSchema);
    }
    mismatch("the key of the table " + settings.read().objectsTable());
  }

  @Test
  void timeToLiveThatIsOffIsAMismatchUntilTheSchemaIsCreatedAgain() {
    settings.create().close();
    withClient(
        client ->
            client.updateTimeToLive(
                request ->
                    request
                        .tableName(settings.read().objectsTable())
                        .timeToLiveSpecification(ttl -> ttl.enabled(false).attributeName("x"))));
    mismatch("time to live on");
    try (DynamoDbBackend backend = settings.open()) {
      assertTrue(backend.expiresRows(), "the engine leaves expired rows to it");
    }
  }

  @Test
  void tablesWithoutTheirRegionAreAMismatchUntilTheSchemaIsCreatedAgain() {
    settings.create().close();
    withClient(
        client ->
            client.deleteItem(
                request ->
                    request
                        .tableName(settings.read().referencesTable())
                        .key(RowKind.keyItem(RegionMark.KEY))));
    mismatch("no item that names its region");
    settings.create().close();
  }

  @Test
  void processOfAnotherRegionRefusesToStart() {
    settings.create().close();
    try (DynamoDbBackend backend = settings.with("region", "us-east-1").open()) {
      for (Executable act : List.<Executable>of(backend::verifySchema, backend::createSchema)) {
        SchemaMismatchException e = assertThrows(SchemaMismatchException.class, act);
        assertTrue(e.getMessage().contains("belong to the region eu-west-1"), e::getMessage);
        assertTrue(e.getMessage().contains("cairn.dynamodb.region"), e::getMessage);
      }
    }
  }

  @Test
  void newerFormatIsRefused() {
    settings.create().close();
    withClient(
        client ->
            client.putItem(
                request ->
                    request
                        .tableName(settings.read().referencesTable())
                        .item(
                            Map.of(
                                "k", RowKind.binary(RegionMark.KEY),
                                "f", AttributeValue.fromN("2"),
                                "d", AttributeValue.fromS("eu-west-1")))));
    try (DynamoDbBackend backend = settings.open()) {
      SchemaMismatchException e =
          assertThrows(SchemaMismatchException.class, backend::verifySchema);
      assertTrue(e.getMessage().contains("format 2"), e::getMessage);
    }
  }

  @Test
  void sizesLeaveOutWhatIsNoRow() {
    try (DynamoDbBackend backend = settings.create()) {
      assertEquals(0, backend.estimateSize().references().orElseThrow());
      assertEquals(0, backend.estimateSize().objects().orElseThrow());
      assertEquals(
          Optional.empty(),
          backend.scanReferences(
              Optional.empty(),
              Optional.empty(),
              row -> {
                throw new AssertionError("visited " + row);
              }));
    }
  }
}
