package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * One scan of a table. Other threads read the next page of each segment ahead; the caller's thread
 * takes the pages in turn and visits their rows. Reads are consistent: a scan must not miss a row
 * that existed before it.
 *
 * @param <R> the kind of row
 */
final class SegmentedScan<R> {
  private final Calls calls;
  private final RequestThreads workers;
  private final String table;
  private final RowKind<R> kind;
  private final Optional<Bytes> prefix;
  private final Predicate<Bytes> wanted;
  private final Predicate<R> selected;
  private final ScanProgress progress;
  private final Map<Integer, CompletableFuture<ScanResponse>> ahead = new HashMap<>();

  /**
   * Creates a scan that has not begun.
   *
   * @param prefix the prefix of the keys of wanted rows; the database filters by it
   * @param wanted which of those rows are read, by their keys
   * @param selected which of those are visited
   */
  SegmentedScan(
      Calls calls,
      RequestThreads workers,
      String table,
      RowKind<R> kind,
      Optional<Bytes> prefix,
      Predicate<Bytes> wanted,
      Predicate<R> selected,
      ScanProgress progress) {
    this.calls = calls;
    this.workers = workers;
    this.table = table;
    this.kind = kind;
    this.prefix = prefix;
    this.wanted = wanted;
    this.selected = selected;
    this.progress = progress;
  }

  Optional<ScanPosition> run(RowVisitor<R> visitor) {
    Deque<Integer> open = new ArrayDeque<>();
    for (int segment = 0; segment < progress.segments(); segment++) {
      if (!progress.isDone(segment)) {
        readAhead(segment, progress.after(segment).map(RowKind::keyItem).orElse(Map.of()));
        open.add(segment);
      }
    }
    while (!open.isEmpty()) {
      int segment = open.remove();
      ScanResponse page = take(segment);
      if (page.hasLastEvaluatedKey()) {
        readAhead(segment, page.lastEvaluatedKey());
      }
      if (!visit(segment, page.items(), visitor)) {
        return Optional.of(progress.position());
      }
      if (page.hasLastEvaluatedKey()) {
        progress.advance(segment, RowKind.bytes(page.lastEvaluatedKey(), RowKind.KEY));
        open.add(segment);
      } else {
        progress.finish(segment);
      }
    }
    return Optional.empty();
  }

  private boolean visit(
      int segment, List<Map<String, AttributeValue>> items, RowVisitor<R> visitor) {
    for (Map<String, AttributeValue> item : items) {
      Bytes key = RowKind.bytes(item, RowKind.KEY);
      if (wanted.test(key)) {
        progress.advance(segment, key);
        R row = kind.fromItem(item);
        if (selected.test(row) && !visitor.visit(row)) {
          return false;
        }
      }
    }
    return true;
  }

  private ScanResponse take(int segment) {
    CompletableFuture<ScanResponse> page = ahead.remove(segment);
    if (page == null) {
      throw new IllegalStateException("no page of segment " + segment + " was asked for");
    }
    return RequestThreads.result(page);
  }

  private void readAhead(int segment, Map<String, AttributeValue> after) {
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(table)
            .consistentRead(true)
            .segment(segment)
            .totalSegments(progress.segments())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    if (!after.isEmpty()) {
      request.exclusiveStartKey(after);
    }
    prefix.ifPresent(
        bytes ->
            request
                .filterExpression("begins_with(" + RowKind.KEY + ", :prefix)")
                .expressionAttributeValues(Map.of(":prefix", RowKind.binary(bytes))));
    ScanRequest next = request.build();
    ahead.put(
        segment,
        workers.start(() -> calls.repeatable("scanning " + table, client -> client.scan(next))));
  }
}
