package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Reads and writes many objects in parallel requests. */
final class BulkTable {
  /** The largest number of keys in a BatchGetItem. */
  static final int MOST_READS = 100;

  /** The largest number of items in a BatchWriteItem. */
  static final int MOST_WRITES = 25;

  /** A quarter of the limit of BatchWriteItem: smaller parallel requests finish earlier. */
  static final int MOST_WRITE_BYTES = 4 << 20;

  private final Calls calls;
  private final RequestThreads workers;
  private final String table;

  BulkTable(Calls calls, RequestThreads workers, String table) {
    this.calls = calls;
    this.workers = workers;
    this.table = table;
  }

  /** The existing rows, by key. */
  Map<Bytes, ObjectRow> fetch(Collection<Bytes> keys, ReadMode mode) {
    Map<Bytes, ObjectRow> found = new ConcurrentHashMap<>();
    List<Bytes> distinct = List.copyOf(new LinkedHashSet<>(keys));
    List<Runnable> requests = new ArrayList<>();
    for (int from = 0; from < distinct.size(); from += MOST_READS) {
      List<Bytes> part = distinct.subList(from, Math.min(distinct.size(), from + MOST_READS));
      requests.add(() -> fetch(part, mode, found));
    }
    workers.all(requests);
    return found;
  }

  private void fetch(List<Bytes> keys, ReadMode mode, Map<Bytes, ObjectRow> found) {
    KeysAndAttributes wanted =
        KeysAndAttributes.builder()
            .keys(keys.stream().map(RowKind::keyItem).toList())
            .consistentRead(mode == ReadMode.STRONG)
            .build();
    Patience.Tries tries = calls.patience().begin();
    String what = "fetching from " + table;
    while (true) {
      KeysAndAttributes asked = wanted;
      BatchGetItemResponse response =
          calls.repeatable(
              what,
              tries,
              client ->
                  client.batchGetItem(
                      request ->
                          request
                              .requestItems(Map.of(table, asked))
                              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
      List<Map<String, AttributeValue>> items = response.responses().getOrDefault(table, List.of());
      for (Map<String, AttributeValue> item : items) {
        found.put(RowKind.bytes(item, RowKind.KEY), RowKind.OBJECT.fromItem(item));
      }
      KeysAndAttributes left = response.unprocessedKeys().get(table);
      if (left == null || left.keys().isEmpty()) {
        return;
      }
      wanted = left.toBuilder().consistentRead(mode == ReadMode.STRONG).build();
      // The reply may have been full (16 MB), or the table throttles.
      if (!items.isEmpty()) {
        tries.progress();
      }
      pause(what, tries);
    }
  }

  /** Writes rows; of several with the same key, the last one. */
  void write(Collection<ObjectRow> rows) {
    Map<Bytes, ObjectRow> distinct = new LinkedHashMap<>();
    rows.forEach(row -> distinct.put(RowKind.OBJECT.keyOf(row), row));
    List<Runnable> requests = new ArrayList<>();
    List<WriteRequest> part = new ArrayList<>();
    long bytes = 0;
    for (ObjectRow row : distinct.values()) {
      int size = row.value().length();
      if (part.size() == MOST_WRITES || (!part.isEmpty() && bytes + size > MOST_WRITE_BYTES)) {
        requests.add(write(List.copyOf(part)));
        part.clear();
        bytes = 0;
      }
      Map<String, AttributeValue> item = RowKind.OBJECT.toItem(row);
      part.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
      bytes += size;
    }
    if (!part.isEmpty()) {
      requests.add(write(List.copyOf(part)));
    }
    workers.all(requests);
  }

  void delete(Collection<Bytes> keys) {
    Set<Bytes> distinct = new LinkedHashSet<>(keys);
    List<WriteRequest> all =
        distinct.stream()
            .map(key -> WriteRequest.builder().deleteRequest(d -> d.key(RowKind.keyItem(key))))
            .map(WriteRequest.Builder::build)
            .toList();
    List<Runnable> requests = new ArrayList<>();
    for (int from = 0; from < all.size(); from += MOST_WRITES) {
      requests.add(write(all.subList(from, Math.min(all.size(), from + MOST_WRITES))));
    }
    workers.all(requests);
  }

  private Runnable write(List<WriteRequest> all) {
    return () -> {
      List<WriteRequest> left = all;
      Patience.Tries tries = calls.patience().begin();
      String what = "writing in bulk to " + table;
      while (true) {
        List<WriteRequest> asked = left;
        BatchWriteItemResponse response =
            calls.repeatable(
                what,
                tries,
                client ->
                    client.batchWriteItem(
                        request ->
                            request
                                .requestItems(Map.of(table, asked))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        left = response.unprocessedItems().getOrDefault(table, List.of());
        if (left.isEmpty()) {
          return;
        }
        if (left.size() < asked.size()) {
          tries.progress();
        }
        pause(what, tries);
      }
    };
  }

  // Unprocessed items were throttled.
  private void pause(String what, Patience.Tries tries) {
    if (!tries.again(Failure.THROTTLED)) {
      throw Calls.failed(
          what,
          Failure.THROTTLED,
          ProvisionedThroughputExceededException.builder()
              .message("DynamoDB leaves items unprocessed")
              .build());
    }
    calls.meter().repeat();
  }
}
