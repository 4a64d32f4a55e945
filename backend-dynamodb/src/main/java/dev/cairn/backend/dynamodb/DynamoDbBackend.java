package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowKeys;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.spi.SizeEstimate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Rows in two tables of DynamoDB. */
final class DynamoDbBackend implements Backend {
  private static final Limits LIMITS =
      new Limits(Limits.DEFAULT_MAX_VALUE_BYTES, BulkTable.MOST_READS, BulkTable.MOST_WRITES);

  private final DynamoDbSettings settings;
  private final Calls calls;
  private final RequestThreads workers;
  private final DynamoDbSchema schema;
  private final RegionMark mark;
  private final DynamoDbTable<ReferenceRow> references;
  private final DynamoDbTable<ObjectRow> objects;
  private final BulkTable bulk;

  private DynamoDbBackend(DynamoDbSettings settings, Calls calls) {
    this.settings = settings;
    this.calls = calls;
    workers = new RequestThreads(settings.parallelism());
    schema = new DynamoDbSchema(calls, settings);
    mark = new RegionMark(calls, settings);
    references = new DynamoDbTable<>(calls, settings.referencesTable(), RowKind.REFERENCE);
    objects = new DynamoDbTable<>(calls, settings.objectsTable(), RowKind.OBJECT);
    bulk = new BulkTable(calls, workers, settings.objectsTable());
  }

  /** Opens a backend after the database has answered a request. */
  static DynamoDbBackend open(DynamoDbSettings settings, Patience patience) {
    RequestMeter meter = new RequestMeter();
    DynamoDbBackend backend =
        new DynamoDbBackend(settings, new Calls(SdkClients.make(settings, meter), patience, meter));
    try {
      Optional<TableDescription> unused = backend.schema.find(settings.referencesTable());
      return backend;
    } catch (RuntimeException e) {
      backend.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return DynamoDbBackendFactory.NAME;
  }

  @Override
  public Limits limits() {
    return LIMITS;
  }

  /** DynamoDB removes rows by time to live, which the schema check requires. */
  @Override
  public boolean expiresRows() {
    return true;
  }

  /** The SDK abandons a request when its thread is interrupted. */
  @Override
  public boolean isInterruptible() {
    return true;
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return references.insert(row);
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return references.read(RowKeys.encode(key), mode);
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    Arguments.checkSwap(expected, next);
    return references.swap(expected, next);
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return references.remove(RowKeys.encode(key), expected);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    calls.checkOpen();
    return new SegmentedScan<>(
            calls,
            workers,
            settings.referencesTable(),
            RowKind.REFERENCE,
            scope.map(RowKeys::prefix),
            key -> !key.equals(RegionMark.KEY),
            row -> true,
            progress(after))
        .run(visitor);
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    calls.checkOpen();
    List<Bytes> encoded = keys.stream().map(RowKeys::encode).toList();
    Map<Bytes, ObjectRow> found = bulk.fetch(encoded, mode);
    return encoded.stream().map(key -> Optional.ofNullable(found.get(key))).toList();
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    Arguments.checkWrite(LIMITS, rows);
    calls.checkOpen();
    bulk.write(rows);
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    Arguments.checkInsert(LIMITS, row);
    return objects.insert(row);
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    Arguments.checkSwap(LIMITS, expected, next);
    return objects.swap(expected, next);
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return objects.remove(RowKeys.encode(key), expected);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    Arguments.checkDelete(keys);
    calls.checkOpen();
    bulk.delete(keys.stream().map(RowKeys::encode).toList());
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    calls.checkOpen();
    Optional<Bytes> prefix =
        scope.map(s -> type.map(t -> RowKeys.prefix(s, t)).orElseGet(() -> RowKeys.prefix(s)));
    // With a scope the database also filters by type.
    Predicate<Bytes> wanted =
        key ->
            prefix.isPresent()
                || type.isEmpty()
                || type.get().equals(RowKeys.decodeObjectKey(key).type());
    return new SegmentedScan<>(
            calls,
            workers,
            settings.objectsTable(),
            RowKind.OBJECT,
            prefix,
            wanted,
            bound::includes,
            progress(after))
        .run(visitor);
  }

  @Override
  public List<ScanPosition> splitObjects(int parts) {
    calls.checkOpen();
    return ScanProgress.ofEachSegment(Math.min(parts, ScanProgress.MOST_SEGMENTS));
  }

  private ScanProgress progress(Optional<ScanPosition> after) {
    return after.map(ScanProgress::of).orElseGet(() -> ScanProgress.ofNew(settings.scanSegments()));
  }

  @Override
  public void createSchema() {
    schema.create();
  }

  @Override
  public void verifySchema() {
    schema.verify();
  }

  @Override
  public String describeSchema() {
    return AwsCommands.of(settings);
  }

  /** The time in the header of a reply, in whole seconds; the request reads one small item. */
  @Override
  public Optional<DatabaseTime> time() {
    GetItemResponse reply = calls.repeatable("reading the time", mark::read);
    return reply.sdkHttpResponse().firstMatchingHeader("Date").flatMap(ReplyTime::parse);
  }

  /** Reads an item consistently, like all strong reads. */
  @Override
  public Health health() {
    return Health.of(
        () ->
            calls.quickly("reading the region", mark::read).hasItem()
                ? new Health(true, "DynamoDB in %s answers".formatted(settings.region()))
                : new Health(
                    false,
                    "DynamoDB answers, but its tables have no schema record; create the schema"));
  }

  /** DynamoDB's own estimate, which it updates about every six hours. */
  @Override
  public SizeEstimate estimateSize() {
    Optional<TableDescription> referencesTable = schema.find(settings.referencesTable());
    Optional<TableDescription> objectsTable = schema.find(settings.objectsTable());
    OptionalLong bytes =
        referencesTable.isEmpty() || objectsTable.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(
                orZero(referencesTable.get().tableSizeBytes())
                    + orZero(objectsTable.get().tableSizeBytes()));
    return new SizeEstimate(count(objectsTable, 0), count(referencesTable, 1), bytes);
  }

  private static OptionalLong count(Optional<TableDescription> table, int others) {
    return table
        .map(found -> OptionalLong.of(Math.max(0, orZero(found.itemCount()) - others)))
        .orElse(OptionalLong.empty());
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  @Override
  public Map<String, Double> statistics() {
    return calls.isClosed() ? Map.of() : calls.meter().statistics();
  }

  @Override
  public void close() {
    calls.close();
    workers.close();
  }
}
