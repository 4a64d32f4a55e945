package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * Rows of one table, one at a time: reads and conditional writes.
 *
 * @param <R> the kind of row
 */
final class DynamoDbTable<R> {
  private static final String ABSENT = "attribute_not_exists(" + RowKind.KEY + ")";
  private static final String HAS_TOKEN = RowKind.TOKEN + " = :expected";

  private final Calls calls;
  private final String table;
  private final RowKind<R> kind;

  DynamoDbTable(Calls calls, String table, RowKind<R> kind) {
    this.calls = calls;
    this.table = table;
    this.kind = kind;
  }

  Optional<R> read(Bytes key, ReadMode mode) {
    GetItemResponse found =
        calls.repeatable(
            "reading from " + table,
            client ->
                client.getItem(
                    request ->
                        request
                            .tableName(table)
                            .key(RowKind.keyItem(key))
                            .consistentRead(mode == ReadMode.STRONG)
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
    return found.hasItem() ? Optional.of(kind.fromItem(found.item())) : Optional.empty();
  }

  CasResult<R> insert(R row) {
    return put(row, ABSENT, Map.of());
  }

  CasResult<R> swap(Token expected, R next) {
    return put(next, HAS_TOKEN, value(expected));
  }

  private CasResult<R> put(R row, String condition, Map<String, AttributeValue> values) {
    Map<String, AttributeValue> item = kind.toItem(row);
    return calls.conditional(
        "writing to " + table,
        (client, transmission) ->
            client.putItem(
                request ->
                    request
                        .tableName(table)
                        .item(item)
                        .conditionExpression(condition)
                        .expressionAttributeValues(values.isEmpty() ? null : values)
                        .returnValuesOnConditionCheckFailure(
                            ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .overrideConfiguration(transmission.configuration())),
        there -> conflict(there, Optional.of(row), condition));
  }

  CasResult<R> remove(Bytes key, Token expected) {
    return calls.conditional(
        "deleting from " + table,
        (client, transmission) ->
            client.deleteItem(
                request ->
                    request
                        .tableName(table)
                        .key(RowKind.keyItem(key))
                        .conditionExpression(HAS_TOKEN)
                        .expressionAttributeValues(value(expected))
                        .returnValuesOnConditionCheckFailure(
                            ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .overrideConfiguration(transmission.configuration())),
        there -> conflict(there, Optional.empty(), HAS_TOKEN));
  }

  private static Map<String, AttributeValue> value(Token expected) {
    return Map.of(":expected", RowKind.binary(expected.toBytes()));
  }

  private CasResult<R> conflict(
      Map<String, AttributeValue> item, Optional<R> written, String condition) {
    if (item.isEmpty()) {
      // An insert fails only on an existing item: here it was not reported.
      return condition.equals(ABSENT) ? CasResult.conflict() : CasResult.conflictWithNothing();
    }
    R there = kind.fromItem(item);
    Optional<Token> token = kind.tokenOf(there);
    // Something in between repeated the request; its first arrival was this write.
    boolean mine = token.isPresent() && written.flatMap(kind::tokenOf).equals(token);
    return mine ? CasResult.applied() : CasResult.conflictWith(there);
  }
}
