package dev.cairn.backend.dynamodb;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** Counts requests and the units that DynamoDB charges for them. */
final class RequestMeter implements ExecutionInterceptor {
  private static final Set<String> WRITES = Set.of("PutItem", "DeleteItem", "BatchWriteItem");

  private final LongAdder requests = new LongAdder();
  private final LongAdder repeats = new LongAdder();
  private final DoubleAdder readUnits = new DoubleAdder();
  private final DoubleAdder writeUnits = new DoubleAdder();

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    requests.increment();
  }

  @Override
  public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
    String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    DoubleAdder units = operation != null && WRITES.contains(operation) ? writeUnits : readUnits;
    context
        .response()
        .getValueForField("ConsumedCapacity", Object.class)
        .ifPresent(consumed -> add(units, consumed));
  }

  // Batches report units per table.
  private static void add(DoubleAdder units, Object consumed) {
    if (consumed instanceof List<?> all) {
      all.forEach(each -> add(units, each));
    } else if (consumed instanceof ConsumedCapacity one && one.capacityUnits() != null) {
      units.add(one.capacityUnits());
    }
  }

  /** Counts the repetition of a request. */
  void repeat() {
    repeats.increment();
  }

  Map<String, Double> statistics() {
    Map<String, Double> all = new TreeMap<>();
    all.put("requests.total", requests.doubleValue());
    all.put("repeats.total", repeats.doubleValue());
    all.put("read-units.total", readUnits.sum());
    all.put("write-units.total", writeUnits.sum());
    return all;
  }
}
